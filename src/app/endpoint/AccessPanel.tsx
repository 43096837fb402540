import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import styled from 'styled-components';
import type { Access, Project } from '../../contract/projects';
import { below } from '../parts/breakpoints';
import { MethodBadge, type Method } from '../parts/MethodBadge';
import { Card } from '../parts/spacing';
import { Switch } from '../parts/Switch';
import { Small } from '../parts/text';
import { selectAccessWaiting } from '../projects/projectsSelectors';
import { accessChosen } from '../projects/projectsSlice';
import { AccessDialog } from './AccessDialog';

const Split = styled.section`
  display: grid;
  grid-template-columns: 260px minmax(0, 1fr);
  gap: 16px 56px;
  padding: 28px 0 32px;

  ${below.columns} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Heading = styled.h2`
  margin-bottom: 4px;
  font-size: var(--text-md);
  font-weight: var(--weight-semibold);
  line-height: 24px;
  letter-spacing: var(--track-snug);
`;

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

const writing: readonly { readonly method: Method; readonly what: string }[] = [
  { method: 'POST', what: 'Add rows' },
  { method: 'PATCH', what: 'Change rows' },
  { method: 'PUT', what: 'Replace rows' },
  { method: 'DELETE', what: 'Delete rows' },
];

interface MethodLineProps {
  readonly method: Method;
  readonly what: string;
  readonly detail?: string;
  readonly who: string;
  readonly off: boolean;
}

const MethodLine = ({ method, what, detail, who, off }: MethodLineProps) => (
  <Line>
    <MethodName>
      <div>
        <MethodBadge method={method} off={off} />
      </div>
      <div>
        <Strong>{what}</Strong>
        {detail && <Fine>{detail}</Fine>}
      </div>
    </MethodName>
    <Small>{who}</Small>
  </Line>
);

const NOBODY = 'No key may do this';

function Methods({ isPublic }: { readonly isPublic: boolean }) {
  const detail = isPublic ? 'Answers whoever calls the address' : 'Calls without a key answer 401';
  return (
    <>
      <MethodLine method="GET" what="Read rows" detail={detail} who={isPublic ? 'Anyone' : NOBODY} off={false} />
      {writing.map(({ method, what }) => (
        <MethodLine key={method} method={method} what={what} who={NOBODY} off />
      ))}
    </>
  );
}

/** Who may call the endpoints of a project. Reading is one choice for all of it, and each change of it is asked about. */
export function AccessPanel({ project }: { readonly project: Project }) {
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
        <Heading>Who may call</Heading>
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
        <Methods isPublic={isPublic} />
      </Card>
      {asking && <AccessDialog access={asking} onAnswer={answer} onClose={() => setAsking(undefined)} />}
    </Split>
  );
}
