// The same fight through the client of @hey-api/openapi-ts.
import { beginFight, fightDo, fightOptions, fightPlay, fightState, fightTake, readTale } from "./client/index.js";
import { createClient } from "./client/client/index.js";

const baseUrl = process.argv[2] + "/v1";
const body = { encounter: "mirror", seed: 6, seats: { Kagami: "human", Chikara: "greedy" } };
const { data: fight } = await beginFight({ client: createClient({ baseUrl }), body, throwOnError: true });

function join(role: "gm" | "seat", seat?: string) {
  const key = fight.links.find((l) => l.role === role && l.seat === seat)?.key;
  return { client: createClient({ baseUrl, auth: key }), path: { id: fight.id }, throwOnError: true } as const;
}
const gm = join("gm");
const kagami = join("seat", "Kagami");

let question = fight.question;
let asked = 0;
while (question.kind !== "over") {
  let made;
  if (question.seat === "Kagami") {
    const { options } = (await fightOptions(kagami)).data;
    made = await fightDo({ ...kagami, body: { id: options[(asked++ * 7) % options.length]?.id ?? "" } });
  } else {
    made = await (question.kind ? fightTake : fightPlay)(gm);
  }
  question = made.data.question;
}
const { data: state } = await fightState(gm);
const { data: tale } = await readTale(gm);
console.log(`${state.question.kind} after ${state.steps} steps and ${asked} choices, won by ${state.winner}; ${tale.lines.length} lines: ${tale.lines.at(-1)?.text}`);
