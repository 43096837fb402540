import { createFlowSlice } from '../src/app/createFlow/createFlowSlice';
import { grid, mermaid } from '../src/app/machine/diagram';

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
`;
