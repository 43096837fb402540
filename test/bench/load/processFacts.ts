import { readFileSync } from 'node:fs';

/** Clock ticks a second in `/proc`, the same on every Linux that Node runs on. */
const TICKS = 100;
const KIBIBYTE = 1024;

const readOr = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Returns the CPU seconds of a process with all its threads; undefined if the system does not report them. */
export function cpuSecondsOf(pid: number): number | undefined {
  const stat = readOr(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Returns the current and maximum resident bytes of a process; undefined if the system does not report them. */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } | undefined {
  const status = readOr(`/proc/${pid}/status`);
  if (status === undefined) return undefined;
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * KIBIBYTE;
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}
