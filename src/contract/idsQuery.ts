/** Returns an id as a path segment of the data API: encoded, with a leading `_` doubled. */
export const idPart = (id: string): string => encodeURIComponent(id.startsWith('_') ? `_${id}` : id);

/** Quotes an item of a comma-separated list for the data API where necessary. */
export const listItem = (text: string): string =>
  /^\s|\s$|[",]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;

/** Returns the data API query for the rows with these ids. */
export const idsQuery = (ids: readonly string[]): string =>
  `_id__in=${encodeURIComponent(ids.map(listItem).join(','))}`;

/** Maximum length of the ids in a URL, in characters. Many servers and proxies accept 8 KB for the whole URL. */
const MAX_IDS_LENGTH = 6_000;

/** Splits ids into groups, in order, each short enough for a URL with {@link idsQuery}. */
export function idGroups(ids: readonly string[]): string[][] {
  const groups: string[][] = [];
  let remaining = 0;
  for (const id of ids) {
    const length = encodeURIComponent(`${listItem(id)},`).length;
    if (length > remaining) {
      groups.push([]);
      remaining = MAX_IDS_LENGTH;
    }
    remaining -= length;
    groups.at(-1)?.push(id);
  }
  return groups;
}
