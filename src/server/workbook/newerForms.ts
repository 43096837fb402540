import { Refusal } from '../refusal';

/**
 * What everything that is kept begins with whose form is not plain gzip; the letter behind it names the form
 * (`../normalise/packedBlocks.ts`). A new form takes a new letter.
 */
export const FORM_MARK = 'Tab';

const mark = Buffer.from(FORM_MARK);

/**
 * Tells what has a form that this version does not know from what is damaged, which would be made again: it is left alone.
 *
 * @param kept bytes of none of the forms that are known here but, perhaps, gzip
 * @throws Refusal `internal` where a newer version has written them
 */
export function refuseNewerForm(kept: Buffer): void {
  if (!kept.subarray(0, mark.length).equals(mark)) return;
  throw new Refusal(
    'internal',
    'What is kept of this sheet was written by a newer version of Tabpoint. Nothing was changed.',
    {
      hint: 'The administrator starts that version on every server, or restores a backup.',
    },
  );
}
