import { useEffect, useRef } from 'react';
import type { RootState } from '../rootReducer';
import { selectRefusal, selectSending } from './accountSelectors';
import { type AccountForm, formTouched } from './accountSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** How a form of the page is: whether it is being sent, why it was refused. The focus goes to the field that is wrong. */
export function useForm(form: AccountForm) {
  const dispatch = useAppDispatch();
  const sending = useAppSelector((state: RootState) => selectSending(state, form));
  const refusal = useAppSelector((state: RootState) => selectRefusal(state, form));
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal?.field === undefined) return;
    box.current?.querySelector<HTMLInputElement>(`input[name="${refusal.field}"]`)?.focus();
  }, [refusal]);
  /** What is wrong with a field; without a field, with the form. */
  const errorOf = (field?: string) => (refusal?.field === field ? refusal?.message : undefined);
  const touch = () => refusal !== undefined && dispatch(formTouched(form));
  return { box, sending, errorOf, touch };
}
