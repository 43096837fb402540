import { type ReactNode, useState } from 'react';
import { Button } from '../parts/Button';
import { Split, SplitHeading } from '../parts/Split';
import { Small } from '../parts/text';

/** The question whether the project is to go; `onClose` when it is answered. */
export type AskDeletion = (onClose: () => void) => ReactNode;

/** The way to delete the project. */
export function DeleteSection({ ask }: { readonly ask: AskDeletion }) {
  const [asking, setAsking] = useState(false);
  return (
    <Split>
      <div>
        <SplitHeading>Delete project</SplitHeading>
        <Small>Endpoints stop at once. The spreadsheet itself is not touched.</Small>
      </div>
      <div>
        <Button look="dangerQuiet" icon="trash" onClick={() => setAsking(true)}>
          Delete project
        </Button>
      </div>
      {asking && ask(() => setAsking(false))}
    </Split>
  );
}
