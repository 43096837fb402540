import type { Project } from '../../contract/projects';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { useForm } from '../ui/forms/useForm';
import { changedDraft, savedValue, type SettingsDraft } from './settingsDraft';
import { selectDraft, selectSettings } from './settingsSelectors';
import { saveAsked, settingsChanged, settingsReverted } from './settingsSlice';

/** Returns a form with some fields of a project's Settings, whether one of them is changed, and whether the Settings are being saved. */
export function useSettings(project: Project, names: readonly string[]) {
  const dispatch = useAppDispatch();
  const projectId = project.id;
  const state = useAppSelector(selectSettings, projectId);
  const draft = useAppSelector(selectDraft, projectId);
  const working = state.phase === 'saving';
  const initial = Object.fromEntries(names.map((name) => [name, draft[name] ?? savedValue(project, name) ?? '']));
  const { props, field } = useForm(initial, {
    errors: state.phase === 'changed' ? state.errors : undefined,
    working,
    onChange: (part) => {
      const changed = changedDraft(project, { ...draft, ...(part as SettingsDraft) });
      dispatch(
        changed === undefined ? settingsReverted({ projectId }) : settingsChanged({ projectId, draft: changed }),
      );
    },
    onSubmit: () => dispatch(saveAsked({ projectId })),
  });
  return { props, field, isChanged: names.some((name) => draft[name] !== undefined), working };
}
