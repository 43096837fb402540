import { useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';
import type { RootState } from '../rootReducer';
import { selectKey, selectRevokingId } from './keysSelectors';
import { revokeRequested } from './keysSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

interface RevokeDialogProps {
  readonly projectId: string;
  readonly keyId: string;
  readonly onClose: () => void;
}

/** Asks before a key is revoked. Once pressed it stays as long as that takes: a toast tells how it went. */
export function RevokeDialog({ projectId, keyId, onClose }: RevokeDialogProps) {
  const dispatch = useAppDispatch();
  const key = useAppSelector((state: RootState) => selectKey(state, projectId, keyId));
  const working = useAppSelector(selectRevokingId) === keyId;
  const [pressed, setPressed] = useState(false);
  if (key === undefined || (pressed && !working)) return null;
  const revoke = () => {
    dispatch(revokeRequested({ projectId, keyId }));
    setPressed(true);
  };
  return (
    <Dialog title={`Revoke ${key.name}?`} working={working} onClose={onClose}>
      <DialogText>Calls with this key answer 401 from now on.</DialogText>
      <DialogActions>
        <Button onClick={onClose}>Keep key</Button>
        <Button look="danger" loading={working} onClick={revoke}>
          Revoke key
        </Button>
      </DialogActions>
    </Dialog>
  );
}
