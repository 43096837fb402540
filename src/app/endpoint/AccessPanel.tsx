import { useState, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import styled from 'styled-components';
import type { Access, Project } from '../../contract/projects';
import { below } from '../parts/breakpoints';
import { MethodBadge, type Method } from '../parts/MethodBadge';
import { Card } from '../parts/spacing';
import { Split, SplitHeading } from '../parts/Split';
import { Switch } from '../parts/Switch';
import { Small } from '../parts/text';
import { selectMethodRights } from '../keys/keysSelectors';
import { selectAccessWaiting } from '../projects/projectsSelectors';
import { accessChosen } from '../projects/projectsSlice';
import type { RootState } from '../rootReducer';
import { AccessDialog } from './AccessDialog';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 12px 16px;
  padding: 11px 16px;

  & + & {
    border-top: 1px solid var(--line);
  }
  & > :first-child {
    flex: 1;
    min-width: 0;
  }
`;

/** On phones, who may use the method stands below it, in a line that is there before the names are. */
const MethodRow = styled(Line)`
  ${below.lists} {
    flex-direction: column;
    align-items: stretch;
    gap: 4px;

    & > p {
      min-height: 20px;
      padding-left: 84px;
    }
  }
`;

const MethodName = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;

  & > :first-child {
    display: flex;
    flex: none;
    width: 72px;
  }
`;

const Strong = styled.p`
  font-size: var(--text-sm);
  font-weight: var(--weight-medium);
  line-height: 20px;
`;

const Fine = styled.p`
  color: var(--ink-3);
  font-size: var(--text-xs);
  line-height: 16px;
`;

const calls: Record<Method, { readonly what: string; readonly detail: string }> = {
  GET: { what: 'Read rows', detail: 'Calls without a key answer 401' },
  POST: { what: 'Add rows', detail: 'Scope create' },
  PATCH: { what: 'Change rows', detail: 'Scope update, only the cells sent' },
  PUT: { what: 'Replace rows', detail: 'Scope update, the other cells become empty' },
  DELETE: { what: 'Delete rows', detail: 'Scope delete' },
};

interface MethodLineProps {
  readonly method: Method;
  readonly what: string;
  readonly detail: string;
  readonly who: string;
  readonly off: boolean;
}

const MethodLine = ({ method, what, detail, who, off }: MethodLineProps) => (
  <MethodRow>
    <MethodName>
      <div>
        <MethodBadge method={method} off={off} />
      </div>
      <div>
        <Strong>{what}</Strong>
        <Fine>{detail}</Fine>
      </div>
    </MethodName>
    <Small>{who}</Small>
  </MethodRow>
);

const OPEN = 'Answers whoever calls the address';
const READ_ONLY = 'Read only: share it with your connected account to write.';

/** Each method with who may use it. */
function Methods({ project }: { readonly project: Project }) {
  const rights = useSelector((state: RootState) => selectMethodRights(state, project));
  return (
    <>
      {rights.map(({ method, who, off }) => {
        const { what, detail } = calls[method];
        const isOpen = method === 'GET' && project.access === 'public';
        return (
          <MethodLine key={method} method={method} what={what} detail={isOpen ? OPEN : detail} who={who} off={off} />
        );
      })}
      {!project.writable && (
        <Line>
          <Small>{project.readOnlyReason ?? READ_ONLY}</Small>
        </Line>
      )}
    </>
  );
}

/** Who may call the endpoints of a project. Reading is one choice for all of it, and each change of it is asked about. */
function WhoMayCall({ project }: { readonly project: Project }) {
  const dispatch = useDispatch();
  const waiting = useSelector(selectAccessWaiting);
  const [asking, setAsking] = useState<Access>();
  const isPublic = project.access === 'public';
  const answer = (access: Access) => {
    dispatch(accessChosen({ projectId: project.id, access }));
    setAsking(undefined);
  };
  return (
    <Split>
      <div>
        <SplitHeading>Who may call</SplitHeading>
        <Small>Reading is open or for key holders, for the whole project. Writing always needs a key.</Small>
      </div>
      <Card>
        <Line>
          <div>
            <Strong id="reading">Anyone with the address may read</Strong>
            <Fine id="reading-now">{isPublic ? 'Public: no key is needed.' : 'Private: for key holders only.'}</Fine>
          </div>
          <Switch
            checked={isPublic}
            disabled={waiting}
            labelledBy="reading"
            describedBy="reading-now"
            onChange={(on) => setAsking(on ? 'public' : 'private')}
          />
        </Line>
        <Methods project={project} />
      </Card>
      {asking && <AccessDialog access={asking} onAnswer={answer} onClose={() => setAsking(undefined)} />}
    </Split>
  );
}

interface AccessPanelProps {
  readonly project: Project;
  /** The project's keys. */
  readonly keys: ReactNode;
}

/** The Access view of a project: who may call, and the keys they need. */
export const AccessPanel = ({ project, keys }: AccessPanelProps) => (
  <>
    <WhoMayCall project={project} />
    {keys}
  </>
);
