const DAY = 86_400_000;

const digit = (bytes: Uint8Array, at: number) => bytes[at]! - 0x30;
const pair = (bytes: Uint8Array, at: number) => digit(bytes, at) * 10 + digit(bytes, at + 1);

/** Days since 1970-01-01 in the Gregorian calendar, of a day that there is. */
function dayOf(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + dayOfYear - 719_468;
}

function isShaped(bytes: Uint8Array, at: number, shape: string): boolean {
  for (let n = 0; n < shape.length; n += 1) {
    const byte = bytes[at + n]!;
    if (shape[n] === '0' ? byte < 0x30 || byte > 0x39 : byte !== shape.charCodeAt(n)) return false;
  }
  return true;
}

/** The key of `2009-04-01` or `2009-04-01T12:30:00`; undefined for whatever is written otherwise or is no such moment. */
export function quickMomentKey(bytes: Uint8Array, at: number, length: number): number | undefined {
  if (length !== 10 && length !== 19) return undefined;
  if (!isShaped(bytes, at, '0000-00-00')) return undefined;
  const year = pair(bytes, at) * 100 + pair(bytes, at + 2);
  const month = pair(bytes, at + 5);
  const day = pair(bytes, at + 8);
  if (month < 1 || month > 12 || day < 1 || day > 28) return undefined;
  const midnight = dayOf(year, month, day) * DAY;
  if (length === 10) return midnight;
  if (!isShaped(bytes, at + 10, 'T00:00:00')) return undefined;
  const [hours, minutes, seconds] = [pair(bytes, at + 11), pair(bytes, at + 14), pair(bytes, at + 17)];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
