import { createFlowSlice } from '../src/app/createFlow/createFlowSlice';
import { grid, mermaid } from '../src/app/machine/diagram';
import { edges, type Phased, type TransitionTable } from '../src/app/machine/transitionTable';
import { projectListMachine } from '../src/app/projects/projectListMachine';
import { projectMachine } from '../src/app/projects/projectMachine';
import { renameMachine } from '../src/app/projects/renameMachine';
import { sessionSlice } from '../src/app/session/sessionSlice';

/** What is told of a machine. */
interface Told<S extends Phased, E extends object> {
  readonly table: TransitionTable<S, E>;
  readonly events: readonly (keyof E & string)[];
  readonly getInitialState: () => S;
}

/** The name of each cell's test: of those that lead to a phase, then of those that change nothing. */
export function cellTests<S extends Phased, E extends object>({ table, events }: Told<S, E>) {
  const filled = edges(table);
  const isFilled = (phase: string, event: string) => filled.some((edge) => edge.from === phase && edge.event === event);
  const empty = Object.keys(table).flatMap((phase) =>
    events.filter((event) => !isFilled(phase, event)).map((event) => `${phase} · ${event} changes nothing`),
  );
  return { filled: filled.map(({ from, event, to }) => `${from} · ${event} → ${to}`), empty };
}

const listed = (names: readonly string[]) => names.map((name) => `- ${name}`).join('\n');

const drawn = <S extends Phased, E extends object>(machine: Told<S, E>) => `${grid(machine)}

\`\`\`mermaid
${mermaid(machine)}
\`\`\``;

const tested = <S extends Phased, E extends object>(machine: Told<S, E>) => `${listed(cellTests(machine).filled)}

Of the empty cells:

${listed(cellTests(machine).empty)}`;

/** The text of `docs/create-flow.md`, from the tables of the create flow, the session and the projects. */
export const createFlowDocument = () => `# The create flow, the session and the projects

Made from the tables in \`src/app\` by \`npm run docs:create-flow\`. Do not edit it by hand: a test fails when it differs from
the tables. Phases down, events across, in each cell the phase that follows. \`·\` changes nothing: the state stays the same object.

Each cell has a test of the name that is listed below its table: the feature's saga and the whole reducer, brought to the phase, the
calls it makes answered by hand. It holds the whole state that follows, and what is asked for and given up on the way. Run one with
\`npx jest createFlowCells -t 'checking · checkPassed → previewReady'\`.

## The create flow

The table is in \`src/app/createFlow/createFlowSlice.ts\`.

${drawn(createFlowSlice)}

- \`draftCleared\`, \`draftRejected\`, \`draftAccepted\`: the input changed, and is empty, no URL of a spreadsheet, or one. "Try
  again" is \`draftAccepted\` with the same text.
- \`checkPassed\`, \`checkFailed\`: the check was answered with a title and tabs, or failed.
- \`createRequested\`: the create button was pressed.
- \`projectCreated\`, \`createFailed\`: the create was answered with a project, or failed.
- \`createPageLeft\`: the person went to another page. A check is aborted; a create goes on without the flow.
- \`sessionEnded\`: the person signed out, or the server said that nobody is signed in.

### Tests of the create flow

In \`test/app/createFlow/createFlowCells.test.ts\`.

${tested(createFlowSlice)}

## The session

The table is in \`src/app/session/sessionSlice.ts\`.

${drawn(sessionSlice)}

- \`sessionAsked\`: the app has started, or "Try again" was pressed after \`unavailable\`.
- \`sessionArrived\`, \`sessionMissing\`, \`sessionUnavailable\`: reading the session found one, found none, or failed.
- \`sessionEnded\`: "Logout", a 401 of the app API, or a refresh that found no session or that of somebody else.

### Tests of the session

In \`test/app/session/sessionCells.test.ts\`.

${tested(sessionSlice)}

## The list of projects

The table is in \`src/app/projects/projectListMachine.ts\`.

${drawn(projectListMachine)}

- \`projectListOpened\`, \`projectListLeft\`: the list is on the screen, and no longer.
- \`projectListWanted\`: something else needs it, the command menu for example.
- \`projectListRetried\`: "Try again" was pressed.
- \`projectListArrived\`, \`projectListFailed\`: asking for it was answered, or failed.
- \`projectCreated\`, \`projectArrived\`, \`projectMissing\`, \`projectDeleted\`: something became of one project.
- \`sessionEnded\`: as above.

### Tests of the list

In \`test/app/projects/projectListCells.test.ts\`.

${tested(projectListMachine)}

## One project

The table is in \`src/app/projects/projectMachine.ts\`; each project has a state of its own.

${drawn(projectMachine)}

- \`projectOpened\`: its page is on the screen, or "Try again" was pressed there.
- \`projectArrived\`, \`projectMissing\`, \`projectFailed\`: the server told of it, has none, or could not be asked.
- \`accessChosen\`, \`accessConfirmed\`, \`accessRefused\`: who may read was chosen, and what the server said to it.
- \`deleteRequested\`, \`projectDeleted\`, \`deleteFailed\`: its deletion was confirmed, done, or failed.
- \`restoreRequested\`, \`restoreFailed\`: "Undo" was pressed after a deletion, and failed; done, it is \`projectArrived\`.

### Tests of one project

In \`test/app/projects/projectCells.test.ts\`.

${tested(projectMachine)}

## Another name for a project

The table is in \`src/app/projects/renameMachine.ts\`.

${drawn(renameMachine)}

- \`renameOpened\`, \`renameClosed\`: the dialog was opened, and closed.
- \`renameSubmitted\`: "Rename project" was pressed.
- \`renameDone\`, \`renameRefused\`: the server took the name, or did not.
- \`sessionEnded\`: as above.

### Tests of another name

In \`test/app/projects/renameCells.test.ts\`.

${tested(renameMachine)}
`;
