import styled from 'styled-components';
import { Link } from '../ui/display/Link';
import { selectMethodRights } from '../keys/keysSelectors';
import type { TabOfProject } from '../projects/projectsSelectors';
import { ellipsis } from '../ui/display/text';
import { hideOnPhones } from '../ui/layout/spacing';
import { MethodBadge } from '../ui/display/MethodBadge';
import { paths } from '../paths';
import { type ApiCall, callIds, calls, pathPattern } from './calls';
import { useAppSelector } from '../storeHooks';

const List = styled.nav`
  display: grid;
  gap: 2px;
  margin: 0 -10px;
`;

const Call = styled(Link)`
  display: grid;
  grid-template-columns: 62px auto minmax(0, 1fr);
  align-items: center;
  gap: 10px;
  padding: 6px 10px;
  border-radius: var(--r);
  font-size: var(--text-sm);

  & > :first-child {
    justify-self: start;
  }
  & small {
    color: var(--ink-3);
    font-size: inherit;
    font-weight: var(--weight-regular);
  }
  &:hover {
    background: var(--subtle);
  }
  &[aria-current] {
    background: var(--accent-soft);
    font-weight: var(--weight-semibold);
  }
  &[aria-current] small,
  &[aria-current] > :last-child {
    color: var(--ink-2);
  }
`;

/** Aligned at the end of the line. */
const Path = styled.span`
  justify-self: end;
  ${ellipsis}
  max-width: 100%;
  color: var(--ink-3);
  font: 450 12px/1.4 var(--font-mono);

  ${hideOnPhones}
`;

interface CallListProps extends TabOfProject {
  readonly current: ApiCall;
}

/** The six calls of an endpoint; calls that the sheet rejects are struck through. */
export function CallList({ project, tab, current }: CallListProps) {
  const rights = useAppSelector(selectMethodRights, project, tab.sheetId);
  const isOff = ({ method }: ApiCall) => rights.find((right) => right.method === method)?.off ?? false;
  return (
    <List aria-label="Calls">
      {callIds.map((id) => {
        const call = calls[id];
        const off = isOff(call);
        return (
          <Call
            key={id}
            to={`${paths.project(project.id, tab.title, 'api')}&call=${id}`}
            aria-current={id === current.id ? 'true' : undefined}
          >
            <MethodBadge method={call.method} off={off} />
            <span>
              {call.name}
              {off && <small> (read only)</small>}
            </span>
            <Path>{pathPattern(tab.url, call)}</Path>
          </Call>
        );
      })}
    </List>
  );
}
