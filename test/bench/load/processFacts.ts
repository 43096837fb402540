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

/** CPU seconds that a process has used, all its threads together; undefined where the system does not tell. */
export function cpuSecondsOf(pid: number): number | undefined {
  const stat = readOr(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Bytes of a process in memory, now and at most; undefined where the system does not tell. */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } | undefined {
  const status = readOr(`/proc/${pid}/status`);
  if (status === undefined) return undefined;
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * KIBIBYTE;
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}
