import { workbookEndings } from '../../contract/limits';
import { Refusal } from '../refusal';
import { cleanTitle } from '../titles';

/** Said to every file that is not one of the three kinds, whether its name or its content gives it away. */
export const WRONG_FILE_KIND = 'Upload an .xlsx, .ods or .csv file.';

const endingOf = (name: string) => workbookEndings.find((ending) => name.toLowerCase().endsWith(ending));

/** An uploaded file's name in two forms. */
export interface NamedFile {
  /** As kept and given back on download: no folders, at most 300 characters before its ending. */
  readonly fileName: string;
  /** The name without its ending: the spreadsheet's title. */
  readonly title: string;
}

/**
 * Takes a file's name as a browser or a script sent it, hostile or not.
 *
 * @throws Refusal `unsupported_media_type` when the name ends with none of the known endings
 */
export function nameFile(sent: string): NamedFile {
  const base = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1).trim();
  const ending = endingOf(base);
  if (ending === undefined) throw new Refusal('unsupported_media_type', WRONG_FILE_KIND);
  const title = cleanTitle(base.slice(0, -ending.length)) || 'Untitled';
  return { title, fileName: title + ending };
}
