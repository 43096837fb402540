import { limits } from '../../../contract/limits';
import { type Budget, readingLimits } from '../readingLimits';
import { notAWorkbook } from '../refusals';
import type { ImportedTab } from '../tabWriter';
import { type Attributes, readXml, type XmlHandlers } from '../zip/xml';
import type { Zip } from '../zip/zipFile';
import { TableReader } from './tableReader';

const MANIFEST = 'META-INF/manifest.xml';

/** Reads the tables of an OpenDocument spreadsheet, in its order; they are numbered from 0. */
export async function readOds(zip: Zip, budget: Budget): Promise<ImportedTab[]> {
  if (zip.has(MANIFEST)) await refuseEncrypted(zip);
  const reader = new ContentReader(budget);
  await readXml(zip.read('content.xml'), 'content.xml', reader);
  return Promise.all(reader.tabs);
}

async function refuseEncrypted(zip: Zip) {
  await readXml(zip.read(MANIFEST), MANIFEST, {
    open(name) {
      if (name !== 'manifest:encryption-data') return;
      throw notAWorkbook('The file is protected with a password.', 'Save it without a password and upload that file.');
    },
  });
}

/** Elements whose cells and texts are not the sheet's own: notes, drawings, history, copies of other files. */
const foreign = new Set([
  'office:annotation',
  'office:forms',
  'table:shapes',
  'draw:frame',
  'draw:custom-shape',
  'table:tracked-changes',
  'table:dde-links',
  'text:ruby-text',
]);

/** LibreOffice keeps what formulas ask of other files as tables called `'file:///…'#$Sheet`. */
const COPY_OF_OTHER_FILE = /^'.*'#\$/;

/** Reads `content.xml` of a spreadsheet (OpenDocument 1.3, section 9): its tables, and which of them are hidden. */
class ContentReader implements XmlHandlers {
  readonly tabs: Promise<ImportedTab>[] = [];
  private readonly hiddenStyles = new Set<string>();
  private tableStyle = '';
  private table: TableReader | undefined;
  /** How deep we are inside something foreign. */
  private skipping = 0;

  constructor(private readonly budget: Budget) {}

  open(name: string, attributes: Attributes) {
    if (this.skipping > 0 || this.isForeign(name, attributes)) this.skipping += 1;
    else if (this.table !== undefined) this.table.open(name, attributes);
    else if (name === 'table:table') this.table = this.startTable(attributes);
    else this.openStyle(name, attributes);
  }

  text(piece: string) {
    if (this.skipping === 0) this.table?.text(piece);
  }

  close(name: string) {
    if (this.skipping > 0) this.skipping -= 1;
    else if (name === 'table:table' && this.table !== undefined) {
      const finished = this.table.finish();
      // A failure is thrown where all tabs are awaited.
      finished.catch(() => undefined);
      this.tabs.push(finished);
      this.table = undefined;
    } else this.table?.close(name);
  }

  /** A table in a table is a drawing of one in a cell. */
  private isForeign(name: string, attributes: Attributes) {
    if (foreign.has(name)) return true;
    if (name !== 'table:table') return false;
    return this.table !== undefined || COPY_OF_OTHER_FILE.test(attributes['table:name'] ?? '');
  }

  private openStyle(name: string, attributes: Attributes) {
    if (name === 'style:style') {
      this.tableStyle = attributes['style:family'] === 'table' ? (attributes['style:name'] ?? '') : '';
    }
    if (
      name === 'style:table-properties' &&
      attributes['table:display'] === 'false' &&
      this.hiddenStyles.size < readingLimits.listed
    ) {
      this.hiddenStyles.add(this.tableStyle);
    }
  }

  private startTable(attributes: Attributes) {
    const sheetId = this.tabs.length;
    const title = (attributes['table:name'] ?? '').slice(0, limits.titleCharacters);
    const named = title.trim() === '' ? `Sheet${sheetId + 1}` : title;
    const hidden = this.hiddenStyles.has(attributes['table:style-name'] ?? '');
    return new TableReader({ sheetId, title: named, hidden }, this.budget);
  }
}
