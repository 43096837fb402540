import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { measuredComment, measuredIn } from './scale/measured';
import { scaleReport } from './scale/report';

/** `npm run scale`: prints what the model says, and puts it into `docs/scale.md` in place of what it said before. */
const docs = join(__dirname, '../docs');
const path = join(docs, 'scale.md');
const BETWEEN = /(<!-- model -->)[\s\S]*(<!-- end of model -->)/;

async function main() {
  const measured = measuredIn(readFileSync(join(docs, 'benchmarks.md'), 'utf8'));
  const report = scaleReport(measured);
  const model = `<!-- model -->\n\n${measuredComment(measured)}\n\n${report}\n\n<!-- end of model -->`;
  const text = readFileSync(path, 'utf8').replace(BETWEEN, () => model);
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
  console.log(report);
}

void main();
