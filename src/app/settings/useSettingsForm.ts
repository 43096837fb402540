import type { FormEvent } from 'react';
import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { changedDraft, type SettingsDraft } from './settingsDraft';
import { selectDraft, selectRefusals, selectSettings } from './settingsSelectors';
import { saveAsked, settingsChanged, settingsReverted } from './settingsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** The form of a project's Settings: what is changed, what is wrong with it, and the ways to change and to save it. */
export function useSettingsForm(project: Project) {
  const dispatch = useAppDispatch();
  const projectId = project.id;
  const { phase } = useAppSelector((state: RootState) => selectSettings(state, projectId));
  const draft = useAppSelector((state: RootState) => selectDraft(state, projectId));
  const errors = useAppSelector((state: RootState) => selectRefusals(state, projectId));
  const change = (next: SettingsDraft) => {
    const changed = changedDraft(project, next);
    dispatch(changed === undefined ? settingsReverted({ projectId }) : settingsChanged({ projectId, draft: changed }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dispatch(saveAsked({ projectId }));
  };
  return { draft, errors, saving: phase === 'saving', change, submit };
}
