import { createFlowSlice } from '../src/app/createFlow/createFlowSlice';
import { grid, mermaid } from '../src/app/machine/diagram';
import { edges } from '../src/app/machine/transitionTable';

/** The name of each cell's test: of those that lead to a phase, then of those that change nothing. */
export function createFlowTests() {
  const { table, events } = createFlowSlice;
  const filled = edges(table);
  const isFilled = (phase: string, event: string) => filled.some((edge) => edge.from === phase && edge.event === event);
  const empty = Object.keys(table).flatMap((phase) =>
    events.filter((event) => !isFilled(phase, event)).map((event) => `${phase} · ${event} changes nothing`),
  );
  return { filled: filled.map(({ from, event, to }) => `${from} · ${event} → ${to}`), empty };
}

const listed = (names: readonly string[]) => names.map((name) => `- ${name}`).join('\n');

/** The text of `docs/create-flow.md`, from the table of the create flow. */
export const createFlowDocument = () => `# The create flow

Made from the table in \`src/app/createFlow/createFlowSlice.ts\` by \`npm run docs:create-flow\`. Do not edit it by
hand: a test fails when it differs from the table.

## Phases and events

Phases down, events across, in each cell the phase that follows. \`·\` changes nothing: the state stays the same object.

${grid(createFlowSlice)}

## Diagram

\`\`\`mermaid
${mermaid(createFlowSlice)}
\`\`\`

## Events

- \`draftCleared\`, \`draftRejected\`, \`draftAccepted\`: the input changed, and is empty, no URL of a spreadsheet, or one. "Try
  again" is \`draftAccepted\` with the same text.
- \`checkPassed\`, \`checkFailed\`: the check was answered with a title and tabs, or failed.
- \`createRequested\`: the create button was pressed.
- \`projectCreated\`, \`createFailed\`: the create was answered with a project, or failed.
- \`createPageLeft\`: the person went to another page. A check is aborted; a create goes on without the flow.
- \`sessionEnded\`: the person signed out, or the server said that nobody is signed in.

## Tests

Each cell has a test of this name in \`test/app/createFlow/createFlowCells.test.ts\`: the feature's saga and the whole reducer,
brought to the phase, the calls it makes answered by hand. It holds the whole state that follows, and what is asked for and
given up on the way. Run one with \`npx jest createFlowCells -t 'checking · checkPassed → previewReady'\`.

${listed(createFlowTests().filled)}

Of the empty cells:

${listed(createFlowTests().empty)}
`;
