import type { CellValue } from '../../../contract/rows';
import { urlIn } from '../../../contract/urlIn';

/** Links lead to pages and to mail, nowhere else. */
const LINK = /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)\S*$/i;

/** The address of a text that is one and nothing else; no other text becomes a link, `javascript:` least of all. */
export function linkOf(value: CellValue): string | undefined {
  if (typeof value !== 'string' || !LINK.test(value)) return undefined;
  return urlIn(value)?.href;
}

/** How a link is shown: without what every one of its kind begins with. */
export const linkText = (text: string) => text.replace(/^(?:https:\/\/|mailto:)/i, '');
