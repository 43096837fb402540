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
  [
    'createFlow/createFlowCells',
    Object.keys(createFlowSlice.table),
    createFlowSlice.events,
    cellTests(createFlowSlice),
  ],
  ['session/sessionCells', Object.keys(sessionSlice.table), sessionSlice.events, cellTests(sessionSlice)],
  [
    'projects/projectListCells',
    Object.keys(projectListMachine.table),
    projectListMachine.events,
    cellTests(projectListMachine),
  ],
  ['projects/projectCells', Object.keys(projectMachine.table), projectMachine.events, cellTests(projectMachine)],
  ['projects/renameCells', Object.keys(renameMachine.table), renameMachine.events, cellTests(renameMachine)],
] as const;

describe.each(machines)('of %s it', (file, phases, events, { filled, empty }) => {
  it.each(phases)('shows the phase %s', (phase) => {
    expect(document).toContain(`| **${phase}** |`);
  });

  it.each(events)('shows and explains the event %s', (event) => {
    expect(document).toContain(` ${event} |`);
    expect(document).toContain(`\`${event}\``);
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
