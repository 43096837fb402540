import fc from 'fast-check';
import { sheetIdOf } from '../../../src/contract/sheetUrl';
import { targetOf } from '../target';
import { mutatedText } from '../mutations';

const HOSTS = ['https://docs.google.com', 'http://localhost:4000'];

/** The rule implemented again, literally from the specification. */
function expected(text: string): string | undefined {
  const host = HOSTS.find((one) => text.startsWith(`${one}/spreadsheets/d/`));
  if (host === undefined) return undefined;
  let id = '';
  for (const sign of text.slice(host.length + '/spreadsheets/d/'.length)) {
    if (!/^[A-Za-z0-9_-]$/.test(sign)) break;
    id += sign;
  }
  return id === '' ? undefined : id;
}

const seeds = HOSTS.flatMap((host) => [`${host}/spreadsheets/d/abc-D_9/edit#gid=0`, `${host}/spreadsheets/d/`]);
const words = ['/spreadsheets/d/', '\n', '%2f', '..', '@', ' ', 'https://', '\u200b', 'é', '#', '?', '\0'];

/** The rule that recognises the URL of a spreadsheet. */
export const sheetUrlTarget = () =>
  targetOf({
    name: 'sheetUrl',
    inputs: fc.oneof(mutatedText(seeds, words), fc.string({ unit: 'binary' })),
    check: (text) => {
      const found = sheetIdOf(text, HOSTS);
      if (found !== expected(text)) throw new Error(`${JSON.stringify(text)} holds ${found ?? 'nothing'}`);
    },
  });
