# What Homebrew does with a formula, without Homebrew: the archive for linux/amd64 has the checksum that the formula names,
# everything that it installs is in there, and its test passes. ruby .ci/formula.rb kokyu.rb, with the archives beside it.
require "digest"
require "fileutils"
require "pathname"
require "tmpdir"

# Target is a folder that files are installed into, under new names if they are told.
class Target
  def initialize(path) = @path = Pathname(path)
  attr_reader :path

  def install(*names)
    path.mkpath
    pairs = names.flat_map { |n| n.is_a?(Hash) ? n.to_a : Array(n).map { |one| [one, File.basename(one)] } }
    raise "nothing to install into #{path}" if pairs.empty?
    pairs.each { |from, to| FileUtils.cp_r(from, path / to) }
  end

  def to_s = path.to_s
end

class Formula
  class << self
    attr_reader :tests, :version

    def desc(text) = (raise "a description of #{text.size}" if text.size > 80)
    def homepage(_) = nil
    def license(_) = nil
    def on_macos = nil # this is linux
    def on_arm = nil
    def on_linux = yield
    def on_intel = yield
    def test(&block) = @tests = block

    def url(address)
      @archive = File.basename(address)
      @version = @archive[/\d[\w.-]*?(?=-linux)/]
    end

    def sha256(sum = nil)
      return @archive unless sum
      raise "#{@archive} has another checksum" if Digest::SHA256.file(@archive).hexdigest != sum
    end
  end

  %w[bin man1 doc bash_completion zsh_completion fish_completion].each { |name| define_method(name) { Target.new("#{@prefix}/#{name}") } }
  def version = self.class.version
  def shell_output(command) = `#{command}`.tap { raise "#{command} fails" unless $?.success? }
  def assert_match(want, got) = (raise "#{want.inspect} is not in #{got.inspect}" unless got.match?(want.is_a?(String) ? Regexp.new(Regexp.escape(want)) : want))

  def try(dir)
    @prefix = "#{dir}/prefix"
    raise "#{self.class.sha256} cannot be unpacked" unless system("tar", "-xzf", self.class.sha256, "-C", dir)
    Dir.chdir(Dir["#{dir}/kokyu-*"].first) { install }
    instance_eval(&self.class.tests)
    puts "#{self.class.sha256}: #{Dir["#{@prefix}/**/*"].count { |f| File.file?(f) }} files are installed, and the test passes"
  end
end

Dir.chdir(File.dirname(ARGV[0]))
load "./#{File.basename(ARGV[0])}"
Dir.mktmpdir { |dir| Kokyu.new.try(dir) }
