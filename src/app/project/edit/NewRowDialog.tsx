import { useEffect, useState } from 'react';
import { rootReducer } from '../../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { Block } from '../../ui/layout/spacing';
import { Dialog, DialogText } from '../../ui/overlays/Dialog';
import type { TabName } from '../rows/endpointSlice';
import { draftMachine } from './draftMachine';
import { selectDraft } from './editSelectors';
import { editSlice, NEW_ROW } from './editSlice';
import { RowForm } from './RowForm';

editSlice.injectInto(rootReducer);

const { draftBegun, draftCancelled } = draftMachine.actions;

interface NewRowDialogProps {
  readonly name: TabName;
  readonly keyColumn?: string | undefined;
  readonly onClose: () => void;
}

/** The dialog that adds a row below the last one. */
export function NewRowDialog({ name, keyColumn, onClose }: NewRowDialogProps) {
  const dispatch = useAppDispatch();
  const phase = useAppSelector((state) => selectDraft(state, name, NEW_ROW)?.phase);
  const [hasBegun, setBegun] = useState(false);
  const draft = { rowId: null, texts: {}, before: {} };
  useOnScreen(draftBegun({ ...name, key: NEW_ROW, draft }));
  if (!hasBegun && phase !== undefined) setBegun(true);
  const isOver = hasBegun && phase === undefined;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  const close = () => dispatch(draftCancelled({ ...name, key: NEW_ROW }));
  return (
    <Dialog title="New row" role="dialog" working={phase === 'saving'} onClose={close}>
      <DialogText>It is added below the last row. What you leave empty stays blank.</DialogText>
      <Block $top={16}>
        <RowForm {...{ name, keyColumn }} draftKey={NEW_ROW} submit="Add row" />
      </Block>
    </Dialog>
  );
}
