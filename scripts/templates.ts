import { writeFileSync } from 'node:fs';
import { templatePath, templates } from '../src/server/templates/templates';
import { templateWorkbook } from './templateWorkbook';

/** Writes the workbooks of the templates. */
async function write() {
  for (const template of templates) writeFileSync(templatePath(template.id), await templateWorkbook(template));
}

void write();
