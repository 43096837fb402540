import { type DerivedTab, deriveTab, type TabSettings } from '../normalise/deriveTab';
import { readRawHead } from './packedRaw';

/** The endpoint's rows of a raw tab; what reading the file had to leave out is warned of before all else. */
export async function deriveRead(
  raw: Buffer,
  settings?: TabSettings,
  onRows?: (rows: number) => void,
): Promise<DerivedTab> {
  const derived = await deriveTab(raw, settings, onRows);
  const { warnings = [] } = await readRawHead(raw);
  return { ...derived, warnings: [...warnings, ...derived.warnings] };
}
