import styled from 'styled-components';
import type { Project } from '../../../contract/projects';
import { selectMethodRights } from '../../keys/keysSelectors';
import { fineText } from '../../ui/display/text';
import { below } from '../../ui/layout/breakpoints';
import { type Method, MethodBadge } from '../../ui/display/MethodBadge';
import { useAppSelector } from '../../storeHooks';

const List = styled.ul`
  font-size: var(--text-sm);
  line-height: 20px;
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: 68px minmax(0, 1fr) minmax(0, max-content);
  align-items: center;
  gap: 4px 16px;
  min-height: 59px;
  padding: 11px 16px;

  & + & {
    border-top: 1px solid var(--line);
  }
  & > :first-child {
    display: flex;
  }
  ${below.lists} {
    grid-template-columns: max-content minmax(0, 1fr) minmax(0, 112px);
    gap: 4px 8px;
    padding-inline: 12px;
  }
`;

/** On phones the badge stands beside the name, and the detail under both. */
const What = styled.div`
  & > strong {
    display: block;
    font-weight: var(--weight-medium);
  }
  & > small {
    display: block;
    ${fineText}
  }
  ${below.lists} {
    display: contents;

    & > small {
      grid-row: 2;
      grid-column: 1 / 3;
    }
  }
`;

const Who = styled.div<{ $none: boolean }>`
  color: ${({ $none }) => ($none ? 'var(--ink-3)' : 'var(--ink-2)')};
  text-align: right;
  overflow-wrap: anywhere;

  ${below.lists} {
    grid-row: 1 / 3;
    grid-column: 3;
  }
`;

const Note = styled.p`
  padding: 11px 16px;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
  font-size: var(--text-sm);
  line-height: 20px;
`;

const calls: Record<Method, { readonly what: string; readonly detail: string }> = {
  GET: { what: 'Read rows', detail: 'Calls without a key answer 401' },
  POST: { what: 'Add rows', detail: 'With a key that may add rows' },
  PATCH: { what: 'Change rows', detail: 'With a key that may change rows: only the cells sent' },
  PUT: { what: 'Replace rows', detail: 'With a key that may change rows: the other cells become empty' },
  DELETE: { what: 'Delete rows', detail: 'With a key that may delete rows' },
};

const OPEN = 'Answers whoever calls the address';
const READ_ONLY = 'Read only: share it with your connected account to write.';

/** Each method with who may use it. */
export function AccessMethods({ project }: { readonly project: Project }) {
  const rights = useAppSelector(selectMethodRights, project);
  return (
    <>
      <List aria-label="Methods">
        {rights.map(({ method, who, off, isOwners }) => {
          const { what, detail } = calls[method];
          const isOpen = method === 'GET' && project.access === 'public';
          return (
            <Line key={method}>
              <div>
                <MethodBadge method={method} off={off} />
              </div>
              <What>
                <strong>{what}</strong>
                <small>{isOpen ? OPEN : detail}</small>
              </What>
              <Who $none={off || isOwners}>{who}</Who>
            </Line>
          );
        })}
      </List>
      {!project.writable && <Note>{project.readOnlyReason ?? READ_ONLY}</Note>}
    </>
  );
}
