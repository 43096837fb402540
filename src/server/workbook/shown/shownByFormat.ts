import { type FormatSection, formatSections } from './formatTokens';
import { shownMoment } from './shownMoment';
import { shownBySection } from './shownNumber';

const MOST_KNOWN = 1_000;
const known = new Map<string, readonly FormatSection[] | undefined>();

function sectionsOf(code: string) {
  if (known.has(code)) return known.get(code);
  if (known.size >= MOST_KNOWN) known.clear();
  const sections = formatSections(code);
  known.set(code, sections);
  return sections;
}

/** The section of a number, and whether the sign is still to be shown. */
function sectionFor([positive = [], negative, zero]: readonly FormatSection[], number: number) {
  if (number < 0) return negative === undefined ? { section: positive, sign: '-' } : { section: negative, sign: '' };
  return { section: number === 0 && zero !== undefined ? zero : positive, sign: '' };
}

/**
 * What a sheet displays of a number, or of a moment as the raw tab has it, by the number format of its cell (ECMA-376 part 1,
 * section 18.8.31).
 *
 * @returns undefined where the format is more than is worked out here, or shows nothing
 */
export function shownByFormat(value: number | string, code: string): string | undefined {
  const sections = sectionsOf(code);
  if (sections === undefined) return undefined;
  if (typeof value === 'string') return shownMoment(sections[0] ?? [], value);
  const { section, sign } = sectionFor(sections, value);
  const shown = section.length === 0 ? undefined : shownBySection(section, Math.abs(value));
  return shown === undefined || shown.trim() === '' ? undefined : sign + shown.trim();
}
