/** An id as a part of an address: one that begins with `_` has one more. */
export const idPart = (id: string): string => encodeURIComponent(id.startsWith('_') ? `_${id}` : id);

/** A text as an item of a list that the data API splits at commas. */
export const listItem = (text: string): string =>
  /^\s|\s$|[",]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;

/** The query of the data API for the rows with these ids. */
export const idsQuery = (ids: readonly string[]): string =>
  `_id__in=${encodeURIComponent(ids.map(listItem).join(','))}`;

/** Characters of ids that fit into an address beside the rest of it, through servers that read 8 KB of it. */
const LONGEST_IDS = 6_000;

/** Ids in groups, in their order, of which each fits into an address as {@link idsQuery}. */
export function idGroups(ids: readonly string[]): string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const id of ids) {
    const length = encodeURIComponent(`${listItem(id)},`).length;
    if (length > room) groups.push([]);
    room = (length > room ? LONGEST_IDS : room) - length;
    groups.at(-1)?.push(id);
  }
  return groups;
}
