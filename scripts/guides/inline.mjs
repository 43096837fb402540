/** Inline text of a guide, with code, emphasis and links: a list of plain texts and `{ kind, text, to? }`. */

const entities = { '&quot;': '"', '&#39;': "'", '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const unescaped = (text) => text.replace(/&(?:quot|#39|amp|lt|gt);/g, (entity) => entities[entity]);

const kinds = { codespan: 'code', strong: 'strong', em: 'em' };

/** Replaces straight quotation marks and apostrophes by typographic ones. */
const typographic = (text) => text.replace(/"([^"]+)"/g, '“$1”').replace(/(?<=\w)'(?=\w)/g, '’');

/** Replaces line breaks by spaces. */
const flowing = (text) => typographic(unescaped(text).replace(/\s*\n\s*/g, ' '));

function partOf(token) {
  if (token.type === 'text' || token.type === 'escape') return flowing(token.text);
  if (token.type === 'link') return { kind: 'link', text: flowing(token.text), to: token.href };
  const kind = kinds[token.type];
  if (kind === undefined) throw new Error(`A guide has no ${token.type}: ${token.raw}`);
  return { kind, text: kind === 'code' ? unescaped(token.text) : flowing(token.text) };
}

export const inlineOf = (tokens) => tokens.map(partOf);

/** Returns the text without its markup. */
export const plainText = (inline) => inline.map((part) => (typeof part === 'string' ? part : part.text)).join('');
