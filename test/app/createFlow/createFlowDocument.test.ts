import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFlowDocument, createFlowTests } from '../../../scripts/createFlowDocument';
import { createFlowSlice } from '../../../src/app/createFlow/createFlowSlice';

const document = readFileSync(join(__dirname, '../../../docs/create-flow.md'), 'utf8');
const tests = readFileSync(join(__dirname, 'createFlowCells.test.ts'), 'utf8');

it('is what the table makes; when not, run: npm run docs:create-flow', () => {
  expect(document).toBe(createFlowDocument());
});

it.each(['idle', 'invalid', 'checking', 'previewReady', 'creating', 'failed'])('shows the phase %s', (phase) => {
  expect(document).toContain(`| **${phase}** |`);
});

it.each(createFlowSlice.events)('shows and explains the event %s', (event) => {
  expect(document).toContain(` ${event} |`);
  expect(document).toContain(`\`${event}\``);
});

it.each(createFlowTests().filled)('names a test that there is: %s', (name) => {
  expect(tests).toContain(`'${name}'`);
});
