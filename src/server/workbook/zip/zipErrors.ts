import { types } from 'node:util';
import { Refusal } from '../../refusal';
import { damaged, unsafe } from '../refusals';

/** The libraries tell their errors apart by their texts alone. */
const known: readonly (readonly [RegExp, () => Refusal])[] = [
  [/bytes in the stream|size mismatch/i, () => unsafe('its directory lies about the size of a part')],
  [/relative path|absolute path|characters in fileName/i, () => unsafe('it holds a part with an unsafe name')],
  [/end of central directory|unexpected end|unexpected EOF|overflows file bounds/i, () => damaged('it ends too early')],
  [/compression method|strong encryption|multi-disk/i, () => damaged('it is packed in a way that cannot be read')],
];

/** What a person is told when a zip cannot be read; errors that do not come from the file are given back as they are. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || !types.isNativeError(error)) return error;
  if ('syscall' in error) return error;
  const [, refusal] = known.find(([text]) => text.test(error.message)) ?? [];
  return refusal?.() ?? damaged('its parts cannot be unpacked');
}
