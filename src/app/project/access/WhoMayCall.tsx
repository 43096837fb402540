import { useState } from 'react';
import styled from 'styled-components';
import type { Access, Project } from '../../../contract/projects';
import { below, Card, ruled, Spread } from '../../ui/layout/spacing';
import { Segmented, type SegmentedOption } from '../../ui/forms/Segmented';
import { SplitSection } from '../../ui/layout/Split';
import { selectAccessWaiting } from '../../projects/projectsSelectors';
import { accessChosen } from '../../projects/projectsSlice';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/overlays/ConfirmDialog';
import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { selectMethodRights } from '../../keys/keysSelectors';
import { fineText, Small, smallText, Strong } from '../../ui/display/text';
import { type Method, MethodBadge } from '../../ui/display/MethodBadge';

const List = styled.ul`
  ${smallText}
  ${ruled}
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: 68px minmax(0, 1fr) minmax(0, max-content);
  align-items: center;
  gap: 4px 16px;
  min-height: 59px;
  padding: 11px 16px;

  & > :first-child {
    display: flex;
  }
  ${below.lists} {
    grid-template-columns: max-content minmax(0, 1fr) minmax(0, 112px);
    gap: 4px 8px;
    padding-inline: 12px;
  }
`;

/** On phones the badge is beside the name, and the detail below both. */
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

  ${below.lists} {
    grid-row: 1 / 3;
    grid-column: 3;
  }
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

/** The methods, and who may use each. */
function AccessMethods({ project }: { readonly project: Project }) {
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
      {!project.writable && (
        <Small $pad="11px 16px" $line="top">
          {project.readOnlyReason ?? READ_ONLY}
        </Small>
      )}
    </>
  );
}

const choices: readonly SegmentedOption<Access>[] = [
  { value: 'public', label: 'Anyone with the address', icon: 'globe' },
  { value: 'private', label: 'Key holders only', icon: 'key' },
];

/** Texts of the confirmation before reading is made public or private. */
const confirmations: Record<Access, Pick<ConfirmDialogProps, 'title' | 'children' | 'keep' | 'go'>> = {
  public: {
    title: 'Let anyone read?',
    children: 'Whoever has the address can read every sheet that is on, all columns.',
    keep: 'Keep it private',
    go: 'Let anyone read',
  },
  private: {
    title: 'Let only key holders read?',
    children: 'Calls without a key answer 401 from now on.',
    keep: 'Keep it open',
    go: 'Let only key holders read',
  },
};

/** Who may call the endpoints of a project. Reading is one setting for the whole project, and each change is confirmed. */
export function WhoMayCall({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(selectAccessWaiting, project.id);
  const [choice, setChoice] = useState<Access>();
  const confirm = (access: Access) => {
    dispatch(accessChosen({ projectId: project.id, access }));
    setChoice(undefined);
  };
  return (
    <SplitSection
      title="Who may call"
      about="Reading is open or for key holders, for the whole project. Writing always needs a key."
    >
      <Card>
        <Spread $gap="10px 16px" $pad="14px 16px" $line="bottom">
          <Strong>Reading</Strong>
          <Segmented
            label="Who may read"
            width="placeOnPhones"
            options={choices}
            chosen={project.access}
            disabled={waiting}
            onChoose={setChoice}
          />
        </Spread>
        <AccessMethods project={project} />
      </Card>
      {choice && (
        <ConfirmDialog
          {...confirmations[choice]}
          onConfirm={() => confirm(choice)}
          onClose={() => setChoice(undefined)}
        />
      )}
    </SplitSection>
  );
}
