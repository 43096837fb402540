import { createFlowSlice } from '../src/app/createFlow/createFlowSlice';
import { grid, mermaid } from '../src/app/machine/diagram';
import { edges, type Phased, type TransitionTable } from '../src/app/machine/transitionTable';
import { projectListMachine } from '../src/app/projects/projectListMachine';
import { projectMachine } from '../src/app/projects/projectMachine';
import { renameMachine } from '../src/app/projects/renameMachine';
import { sessionSlice } from '../src/app/session/sessionSlice';

/** Parts of a state machine that the document describes. */
interface Machine<S extends Phased, E extends object> {
  readonly table: TransitionTable<S, E>;
  readonly events: readonly (keyof E & string)[];
  readonly getInitialState: () => S;
}

/** Returns the names of the tests of a table's cells: those that lead to a phase (`filled`), and those that change nothing (`empty`). */
export function cellTests<S extends Phased, E extends object>({ table, events }: Machine<S, E>) {
  const filled = edges(table);
  const isFilled = (phase: string, event: string) => filled.some((edge) => edge.from === phase && edge.event === event);
  const empty = Object.keys(table).flatMap((phase) =>
    events.filter((event) => !isFilled(phase, event)).map((event) => `${phase} · ${event} changes nothing`),
  );
  return { filled: filled.map(({ from, event, to }) => `${from} · ${event} → ${to}`), empty };
}

const listed = (names: readonly string[]) => names.map((name) => `- ${name}`).join('\n');

const drawn = <S extends Phased, E extends object>(machine: Machine<S, E>) => `${grid(machine)}

\`\`\`mermaid
${mermaid(machine)}
\`\`\``;

const tested = <S extends Phased, E extends object>(machine: Machine<S, E>) => `${listed(cellTests(machine).filled)}

Of the empty cells:

${listed(cellTests(machine).empty)}`;

/** Returns the text of `docs/create-flow.md`, generated from the tables of the create flow, the session and the projects. */
export const createFlowDocument = () => `# The create flow, the session and the projects

Generated from the tables in \`src/app\` by \`npm run docs:create-flow\`. Do not edit it: a test fails if it differs from the tables.
In each table, rows are phases, columns are events, and cells are the next phase. \`·\` changes nothing: the state stays the same object.

Each cell has a test with the name listed below its table. It brings the feature's saga and the whole reducer to the phase, with mocked
responses, sends the event, and compares the whole next state, and the requests sent and aborted. Run one with
\`npx jest createFlowCells -t 'checking · checkPassed → previewReady'\`.

## The create flow

The table is in \`src/app/createFlow/createFlowSlice.ts\`.

${drawn(createFlowSlice)}

- \`draftCleared\`, \`draftRejected\`, \`draftAccepted\`: the input changed, and is empty, not the URL of a spreadsheet, or such a URL.
  "Try again" is \`draftAccepted\` with the same text.
- \`checkPassed\`, \`checkFailed\`: the check returned a title and tabs, or failed.
- \`createRequested\`: the create button was pressed.
- \`projectCreated\`, \`createFailed\`: the create request returned a project, or failed.
- \`createPageLeft\`: the person navigated to another page. A running check is aborted; a create request continues in the background.
- \`sessionEnded\`: the person signed out, or the server responded that nobody is signed in.

### Tests of the create flow

In \`test/app/createFlow/createFlowCells.test.ts\`.

${tested(createFlowSlice)}

## The session

The table is in \`src/app/session/sessionSlice.ts\`.

${drawn(sessionSlice)}

- \`sessionAsked\`: the app has started, or "Try again" was pressed after \`unavailable\`.
- \`sessionArrived\`, \`sessionMissing\`, \`sessionUnavailable\`: the request for the session returned one, returned none, or failed.
- \`sessionEnded\`: "Logout", a 401 of the app API, or a refresh that returned no session or that of another person.

### Tests of the session

In \`test/app/session/sessionCells.test.ts\`.

${tested(sessionSlice)}

## The list of projects

The table is in \`src/app/projects/projectListMachine.ts\`.

${drawn(projectListMachine)}

- \`projectListOpened\`, \`projectListLeft\`: the list was shown, or is no longer shown.
- \`projectListWanted\`: another part of the app needs the list, for example the command menu.
- \`projectListRetried\`: "Try again" was pressed.
- \`projectListArrived\`, \`projectListFailed\`: the request for the list succeeded, or failed.
- \`projectCreated\`, \`projectArrived\`, \`projectMissing\`, \`projectDeleted\`: one project was created, loaded, not found, or deleted.
- \`sessionEnded\`: as above.

### Tests of the list

In \`test/app/projects/projectListCells.test.ts\`.

${tested(projectListMachine)}

## One project

The table is in \`src/app/projects/projectMachine.ts\`; each project has its own state.

${drawn(projectMachine)}

- \`projectOpened\`: its page was opened, or "Try again" was pressed there.
- \`projectArrived\`, \`projectMissing\`, \`projectFailed\`: the server returned the project, responded that it does not exist, or did not respond.
- \`accessChosen\`, \`accessConfirmed\`, \`accessRefused\`: public or private was chosen, and the server accepted or rejected it.
- \`deleteRequested\`, \`projectDeleted\`, \`deleteFailed\`: the person confirmed the deletion, it succeeded, or it failed.
- \`restoreRequested\`, \`restoreFailed\`: "Undo" was pressed after a deletion, or it failed. If it succeeds, \`projectArrived\` follows.

### Tests of one project

In \`test/app/projects/projectCells.test.ts\`.

${tested(projectMachine)}

## Another name for a project

The table is in \`src/app/projects/renameMachine.ts\`.

${drawn(renameMachine)}

- \`renameOpened\`, \`renameClosed\`: the dialog was opened, and closed.
- \`renameSubmitted\`: "Rename project" was pressed.
- \`renameDone\`, \`renameRefused\`: the server accepted or rejected the name.
- \`sessionEnded\`: as above.

### Tests of another name

In \`test/app/projects/renameCells.test.ts\`.

${tested(renameMachine)}
`;
