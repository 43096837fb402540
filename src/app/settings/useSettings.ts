import type { Project } from '../../contract/projects';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { useForm } from '../ui/forms/useForm';
import { changedDraft, type SettingsDraft } from './settingsDraft';
import { selectDraft, selectSettings } from './settingsSelectors';
import { saveAsked, settingsChanged, settingsReverted } from './settingsSlice';

/** Returns the draft of a project's Settings, the function that changes it, and the form props with its errors. */
export function useSettings(project: Project) {
  const dispatch = useAppDispatch();
  const projectId = project.id;
  const state = useAppSelector(selectSettings, projectId);
  const draft = useAppSelector(selectDraft, projectId);
  const change = (next: SettingsDraft) => {
    const changed = changedDraft(project, next);
    dispatch(changed === undefined ? settingsReverted({ projectId }) : settingsChanged({ projectId, draft: changed }));
  };
  const { errors = {} } = state.phase === 'changed' ? state : {};
  const form = { errors, working: state.phase === 'saving', onSubmit: () => dispatch(saveAsked({ projectId })) };
  return { draft, change, form };
}

/** Returns the form of one field of a project's Settings. */
export function useSettingsField(project: Project, name: 'title' | 'maxAgeSeconds', saved: string) {
  const { draft, change, form } = useSettings(project);
  const initial: Record<string, string> = { [name]: draft[name] ?? saved };
  const { props, field } = useForm(initial, { ...form, onChange: (part) => change({ ...draft, ...part }) });
  const isChanged = draft[name] !== undefined;
  return { props, input: { ...field(name), readOnly: form.working }, isChanged, saving: form.working && isChanged };
}
