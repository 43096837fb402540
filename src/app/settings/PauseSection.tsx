import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { Split, SplitHeading } from '../parts/Split';
import { Switch } from '../parts/Switch';
import { Small } from '../parts/text';
import type { RootState } from '../rootReducer';
import { selectPaused, selectSwitchWaiting } from './settingsSelectors';
import { switched } from './settingsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 24px;
`;

/** Stops everything but reading. */
export function PauseSection({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const paused = useAppSelector((state: RootState) => selectPaused(state, project));
  const waiting = useAppSelector(selectSwitchWaiting);
  return (
    <Split>
      <div>
        <SplitHeading id="pause-project">Pause project</SplitHeading>
        <Small id="pause-project-means">The last rows answer, writing answers 503, nothing refreshes.</Small>
      </div>
      <Line>
        <Switch
          checked={paused}
          disabled={waiting}
          labelledBy="pause-project"
          describedBy="pause-project-means"
          onChange={(on) => dispatch(switched({ projectId: project.id, on }))}
        />
        <Small>{paused ? 'Paused' : 'Running'}</Small>
      </Line>
    </Split>
  );
}
