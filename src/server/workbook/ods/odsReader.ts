import type { Budget } from '../budget';
import { notAWorkbook } from '../refusals';
import type { ReadTab } from '../tabWriter';
import { readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';
import { ContentReader } from './contentPart';

const MANIFEST = 'META-INF/manifest.xml';

/** Reads the tables of an OpenDocument spreadsheet, in its order; they are numbered from 0. */
export async function readOds(zip: Zip, budget: Budget): Promise<ReadTab[]> {
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
