// A fight through openapi-fetch, with the types of openapi-typescript; the answers are checked by the forms that orval makes.
import createClient from "openapi-fetch";
import * as forms from "./forms.js";
import type { paths } from "./types.js";

const baseUrl = process.argv[2] + "/v1";

function got<T>(answer: { data?: T; error?: { detail: string } }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? "an answer without a body");
  return answer.data;
}

const begin = { encounter: "mirror", seed: 6, seats: { Kagami: "human", Chikara: "greedy" } };
const fight = forms.BeginFightResponse.parse(got(await createClient<paths>({ baseUrl }).POST("/fights", { body: begin })));
const params = { path: { id: fight.id } };

function join(role: "gm" | "seat", seat?: string) {
  const link = fight.links.find((l) => l.role === role && l.seat === seat);
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${link?.key}` } });
}
const gm = join("gm");
const kagami = join("seat", "Kagami");

let question = fight.question;
let asked = 0;
while (question.kind !== "over") {
  let made;
  if (question.seat === "Kagami") {
    const { options } = forms.FightOptionsResponse.parse(got(await kagami.POST("/fights/{id}/options", { params })));
    const option = options[(asked++ * 7) % options.length];
    made = await kagami.POST("/fights/{id}/do", { params, body: { id: option?.id ?? "" } });
  } else {
    made = await gm.POST(question.kind ? "/fights/{id}/take" : "/fights/{id}/play", { params });
  }
  question = forms.FightDoResponse.parse(got(made)).question;
}
const state = forms.FightStateResponse.parse(got(await gm.POST("/fights/{id}/state", { params })));
const tale = forms.ReadTaleResponse.parse(got(await gm.GET("/fights/{id}/tale", { params })));
console.log(`${state.question.kind} after ${state.steps} steps and ${asked} choices, won by ${state.winner}; ${tale.lines.length} lines: ${tale.lines.at(-1)?.text}`);
