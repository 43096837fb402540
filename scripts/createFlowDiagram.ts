import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFlowDocument } from './createFlowDocument';

writeFileSync(join(__dirname, '../docs/create-flow.md'), createFlowDocument());
