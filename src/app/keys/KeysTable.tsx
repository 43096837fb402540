import styled from 'styled-components';
import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import { Ago } from '../parts/Ago';
import { below } from '../parts/breakpoints';
import { Button } from '../parts/Button';
import { Unseen } from '../parts/text';
import { kindInWords, rightsInWords } from './keyWords';

const Table = styled.table`
  width: 100%;
  font-size: var(--text-sm);
  line-height: 20px;

  th {
    height: 36px;
    padding: 0 16px;
    color: var(--ink-3);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  td {
    padding: 10px 16px;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
    vertical-align: middle;
  }
  td:first-child {
    color: var(--ink);
    font-weight: var(--weight-medium);
    overflow-wrap: anywhere;
  }
  td:last-child {
    text-align: right;
  }
  code {
    font: 450 12px / 20px var(--font-mono);
    white-space: nowrap;
  }
  small {
    display: block;
    color: var(--ink-3);
    font-size: var(--text-xs);
    line-height: 16px;
  }
  ${below.lists} {
    [data-wide] {
      display: none;
    }
    td,
    th {
      padding-inline: 10px;
    }
  }
`;

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly tabs: Project['tabs'];
  readonly onRevoke: (keyId: string) => void;
}

const KeyRow = ({ apiKey, tabs, onRevoke }: KeyRowProps) => (
  <tr>
    <td>{apiKey.name}</td>
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
      <Button look="ghost" size="small" onClick={() => onRevoke(apiKey.id)}>
        Revoke<Unseen> {apiKey.name}</Unseen>
      </Button>
    </td>
  </tr>
);

interface KeysTableProps extends Omit<KeyRowProps, 'apiKey'> {
  readonly keys: readonly ApiKey[];
}

/** The keys of a project, one a row. */
export const KeysTable = ({ keys, ...row }: KeysTableProps) => (
  <Table aria-label="API keys">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Key</th>
        <th scope="col" data-wide>
          Can
        </th>
        <th scope="col" data-wide>
          Last used
        </th>
        <th scope="col">
          <Unseen>Actions</Unseen>
        </th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} {...row} />
      ))}
    </tbody>
  </Table>
);
