import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Cores that a process may use: one for the measured server, another for everything that measures, or all. */
export type Cpu = 'server' | 'client' | 'all';

export interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  /** `performance.now()` at its launch. */
  readonly at: number;
  readonly output: () => string;
  /** Ends it, kills it after ten seconds, and waits. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface LaunchOptions {
  readonly cpu: Cpu;
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the process has a message channel. */
  readonly channel?: boolean;
  /** Whether all other processes have priority, if the system supports that. */
  readonly isBehind?: boolean;
}

const KILL_AFTER_MS = 10_000;
const cores = cpus().length;
const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
const hasChrt = has('chrt');

/** Whether server and client each have a core of their own. */
export const isPinned = has('taskset') && cores > 1;

const coresOf: Readonly<Record<Cpu, string>> = { server: '0', client: '1', all: `0-${cores - 1}` };

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Moves this process and its children to the client's core. */
export function moveToClientCore(): void {
  if (isPinned) spawnSync('taskset', ['-a', '-p', '-c', coresOf.client, String(process.pid)], { stdio: 'ignore' });
}

/** Words before a command that set its cores and priority. */
const placing = ({ cpu, isBehind }: LaunchOptions): readonly string[] => [
  ...(isPinned ? ['taskset', '-c', coresOf[cpu]] : []),
  ...(isBehind === true && hasChrt ? ['chrt', '--idle', '0'] : []),
];

/** Starts a process with a clean environment: no settings of npm or the caller reach it. */
export function launch(words: readonly string[], options: LaunchOptions): Launched {
  const { cwd, environment, channel } = options;
  const [command = '', ...rest] = [...placing(options), ...words];
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const env = { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), NODE_ENV: 'production', ...environment };
  const at = performance.now();
  const stdio = ['ignore', 'pipe', 'pipe', ...(channel === true ? (['ipc'] as const) : [])] as const;
  const child = spawn(command, rest, { env, stdio: [...stdio], ...(cwd !== undefined && { cwd }) });
  running.add(child);
  let output = '';
  const hear = (bytes: Buffer) => void (output = (output + bytes.toString()).slice(-20_000));
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  void ended.then(() => running.delete(child));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const insist = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    await ended;
    clearTimeout(insist);
  };
  return { child, pid: child.pid ?? 0, at, output: () => output, stop };
}
