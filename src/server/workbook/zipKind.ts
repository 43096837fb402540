import { notAWorkbook } from './refusals';
import type { Zip } from './zip/zipFile';

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet';

/**
 * Which kind of workbook a zip is, by its parts.
 *
 * @throws {Refusal} `not_a_workbook` when it is none
 */
export async function kindOfZip(zip: Zip): Promise<'xlsx' | 'ods'> {
  const within = (folder: string) => zip.names.some((name) => name.startsWith(folder));
  if (within('word/') || within('ppt/'))
    throw notAWorkbook('The file is a document or a presentation, not a workbook.');
  if (zip.has('content.xml')) {
    if (zip.has('mimetype') && !(await mimetypeOf(zip)).startsWith(SPREADSHEET)) {
      throw notAWorkbook('The file is an OpenDocument file, but not a spreadsheet.');
    }
    return 'ods';
  }
  if (zip.has('[Content_Types].xml') || zip.has('_rels/.rels')) return 'xlsx';
  if (within('index/') && zip.names.some((name) => name.endsWith('.iwa'))) {
    throw notAWorkbook('The file is an Apple Numbers document.', 'Export it as .xlsx and upload that file.');
  }
  throw notAWorkbook(
    'The file is an archive, not a workbook.',
    'If a workbook is in it, unpack it and upload the .xlsx, .ods or .csv file.',
  );
}

async function mimetypeOf(zip: Zip) {
  for await (const chunk of zip.read('mimetype')) return chunk.toString('latin1', 0, 100);
  return '';
}
