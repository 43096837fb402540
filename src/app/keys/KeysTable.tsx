import styled from 'styled-components';
import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import { Ago } from '../ui/display/Ago';
import { ACTIONS, TableHead } from '../ui/layout/TableHead';
import { below } from '../ui/layout/breakpoints';
import { Button } from '../ui/forms/Button';
import { listTable } from '../ui/layout/tableStyles';
import { Unseen } from '../ui/display/text';
import { kindInWords, rightsInWords } from './keyRights';

const Table = styled.table`
  ${listTable}

  td {
    padding-block: 11px;
    vertical-align: middle;
  }
  td:first-child {
    min-width: 144px;
  }
  td:nth-child(4) {
    white-space: nowrap;
  }
  code {
    font: 450 12px / 20px var(--font-mono);
    white-space: nowrap;
  }
  ${below.lists} {
    td,
    th {
      padding-inline: 12px;
    }
    td:first-child {
      min-width: 112px;
    }
  }
`;

const Row = styled.tr`
  cursor: pointer;

  &:hover,
  &[data-chosen='true'] {
    background: var(--subtle);
  }
`;

/** The name is what chooses the row by keyboard; a press anywhere in the row does too. */
const Name = styled.button`
  min-height: 24px;
  padding: 2px 4px;
  margin: -2px -4px;
  border: 0;
  border-radius: var(--r-xs);
  color: var(--ink);
  background: none;
  font-weight: var(--weight-medium);
  text-align: left;
  overflow-wrap: anywhere;
`;

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly tabs: Project['tabs'];
  readonly chosen: boolean;
  /** Id of what shows the chosen key's details. */
  readonly detailsId: string;
  readonly onChoose: (keyId: string) => void;
  readonly onRevoke: (keyId: string) => void;
}

const KeyRow = ({ apiKey, tabs, chosen, detailsId, onChoose, onRevoke }: KeyRowProps) => (
  <Row data-chosen={chosen} onClick={() => onChoose(apiKey.id)}>
    <td>
      <Name type="button" aria-expanded={chosen} aria-controls={chosen ? detailsId : undefined}>
        {apiKey.name}
      </Name>
    </td>
    <td>
      <code>
        {apiKey.prefix}…{apiKey.suffix}
      </code>
      <small>{kindInWords(apiKey)}</small>
    </td>
    <td data-wide>{rightsInWords(apiKey, tabs)}</td>
    <td data-wide>
      <Ago time={apiKey.lastUsedAt} never="Never" />
    </td>
    <td>
      <Button
        look="ghost"
        size="small"
        onClick={(event) => {
          event.stopPropagation();
          onRevoke(apiKey.id);
        }}
      >
        Revoke<Unseen> {apiKey.name}</Unseen>
      </Button>
    </td>
  </Row>
);

interface KeysTableProps extends Omit<KeyRowProps, 'apiKey' | 'chosen'> {
  readonly keys: readonly ApiKey[];
  readonly chosenId: string | undefined;
}

const heads = ['Name', 'Key', { name: 'Can', wide: true }, { name: 'Last used', wide: true }, ACTIONS];

/** The keys of a project, one a row; the details of the chosen one stand below. */
export const KeysTable = ({ keys, chosenId, ...row }: KeysTableProps) => (
  <Table aria-label="API keys">
    <TableHead columns={heads} />
    <tbody>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} chosen={key.id === chosenId} {...row} />
      ))}
    </tbody>
  </Table>
);
