import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORIGIN, PROJECT } from '../asked.mjs';
import { documentIn, folderOf, run } from './calls.mjs';

/* Spectral with its rules for OpenAPI: not even a hint, in the document for a key and in the public one. */

const folder = folderOf('spectral');
const { file } = await documentIn(folder);
const everybodys = join(folder, 'everybodys.json');
writeFileSync(everybodys, await (await fetch(`${ORIGIN}/v1/${PROJECT}/_openapi.json`)).text());
const rules = join(folder, 'rules.json');
writeFileSync(rules, JSON.stringify({ extends: ['spectral:oas'] }));
const said = run('spectral', 'lint', file, everybodys, '-r', rules, '-F', 'hint');
console.log(said.trim().split('\n').at(-1));
