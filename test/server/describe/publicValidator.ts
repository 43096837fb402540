import { spawnSync } from 'node:child_process';

/** Reads documents, one a line, and prints their errors. A separate process, since Jest cannot load the validator’s module. */
const SCRIPT = `
import { createInterface } from 'node:readline';
import { Validator } from '@seriousme/openapi-schema-validator';
const validator = new Validator();
for await (const line of createInterface({ input: process.stdin })) {
  const { valid, errors } = await validator.validate(JSON.parse(line));
  const told = typeof errors === 'string' ? [errors] : (errors ?? []).map(({ instancePath, message }) => instancePath + ' ' + message);
  console.log(JSON.stringify(valid ? [] : [...told, validator.version ?? 'no version']));
}`;

/**
 * Validates OpenAPI documents with a public validator.
 *
 * @returns errors of each document; empty if valid
 */
export function publicFaultsOf(documents: readonly unknown[]): string[][] {
  const input = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: process.cwd(),
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The validator has failed: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[]);
}
