import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import type { Access, Project } from '../../../contract/projects';
import { Card } from '../../ui/layout/spacing';
import { Segmented, type SegmentedOption } from '../../ui/forms/Segmented';
import { SplitSection } from '../../ui/layout/Split';
import { selectAccessWaiting } from '../../projects/projectsSelectors';
import { accessChosen } from '../../projects/projectsSlice';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/overlays/ConfirmDialog';
import { AccessMethods } from './AccessMethods';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const Reading = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 10px 16px;
  padding: 14px 16px;
  border-bottom: 1px solid var(--line);

  & > p {
    font-weight: var(--weight-medium);
  }
`;

const choices: readonly SegmentedOption<Access>[] = [
  { value: 'public', label: 'Anyone with the address', icon: 'globe' },
  { value: 'private', label: 'Key holders only', icon: 'key' },
];

/** What is asked before reading is opened or closed. */
const questions: Record<Access, Pick<ConfirmDialogProps, 'title' | 'children' | 'keep' | 'go'>> = {
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

/** Who may call the endpoints of a project. Reading is one choice for all of it, and each change of it is asked about. */
function WhoMayCall({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(selectAccessWaiting, project.id);
  const [asking, setAsking] = useState<Access>();
  const answer = (access: Access) => {
    dispatch(accessChosen({ projectId: project.id, access }));
    setAsking(undefined);
  };
  return (
    <SplitSection
      title="Who may call"
      about="Reading is open or for key holders, for the whole project. Writing always needs a key."
    >
      <Card>
        <Reading>
          <p>Reading</p>
          <Segmented
            label="Who may read"
            width="placeOnPhones"
            options={choices}
            chosen={project.access}
            disabled={waiting}
            onChoose={setAsking}
          />
        </Reading>
        <AccessMethods project={project} />
      </Card>
      {asking && (
        <ConfirmDialog {...questions[asking]} onConfirm={() => answer(asking)} onClose={() => setAsking(undefined)} />
      )}
    </SplitSection>
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
