import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../parts/Button';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';
import type { RootState } from '../rootReducer';
import { selectKey, selectRevokingId } from './keysSelectors';
import { revokeRequested } from './keysSlice';

interface RevokeDialogProps {
  readonly projectId: string;
  readonly keyId: string;
  readonly onClose: () => void;
}

/** Asks before a key is revoked. Once pressed it stays as long as that takes: a toast tells how it went. */
export function RevokeDialog({ projectId, keyId, onClose }: RevokeDialogProps) {
  const dispatch = useDispatch();
  const key = useSelector((state: RootState) => selectKey(state, projectId, keyId));
  const working = useSelector(selectRevokingId) === keyId;
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
