import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellTests, createFlowDocument } from '../../../scripts/createFlowDocument';
import { createFlowSlice } from '../../../src/app/createFlow/createFlowSlice';
import { projectListMachine } from '../../../src/app/projects/projectListMachine';
import { projectMachine } from '../../../src/app/projects/projectMachine';
import { renameMachine } from '../../../src/app/projects/renameMachine';
import { sessionSlice } from '../../../src/app/session/sessionSlice';

const read = (path: string) => readFileSync(join(__dirname, '../../..', path), 'utf8');
const document = read('docs/create-flow.md');

it('is up to date with the tables; if not, run: npm run docs:create-flow', () => {
  expect(document).toBe(createFlowDocument());
});

const machines = [
  ['createFlow/createFlowCells', createFlowSlice, cellTests(createFlowSlice)],
  ['session/sessionCells', sessionSlice, cellTests(sessionSlice)],
  ['projects/projectListCells', projectListMachine, cellTests(projectListMachine)],
  ['projects/projectCells', projectMachine, cellTests(projectMachine)],
  ['projects/renameCells', renameMachine, cellTests(renameMachine)],
] as const;

describe.each(machines)('of %s it', (file, { table, events }, { filled, empty }) => {
  it('shows every phase and event, and explains the events', () => {
    for (const phase of Object.keys(table)) expect(document).toContain(`| **${phase}** |`);
    for (const event of events) {
      expect(document).toContain(` ${event} |`);
      expect(document).toContain(`\`${event}\``);
    }
  });

  it.each(filled)('names an existing test: %s', (name) => {
    expect(document).toContain(`- ${name}\n`);
    expect(read(`test/app/${file}.test.ts`)).toContain(`'${name}'`);
  });

  it.each(empty)('names the existing test of an empty cell: %s', (name) => {
    expect(document).toContain(`- ${name}\n`);
    expect(read(`test/app/${file}.test.ts`)).toContain("'$from · $event changes nothing'");
  });
});
