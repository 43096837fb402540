import { useId, useState, type ReactNode } from 'react';
import type { Column } from '../../contract/rows';
import { Button } from '../parts/Button';
import { FieldError } from '../parts/Field';
import type { CallDraft, DraftProblems } from './callDraft';
import type { ApiCall } from './calls';
import { FilterField } from './FilterField';
import { BodyInput, FieldRow, KeyInput, SmallInput } from './tryItLook';

export interface TryItFieldsProps {
  readonly call: ApiCall;
  readonly draft: CallDraft;
  readonly columns: readonly Column[];
  readonly apiKey: string;
  readonly keyHint: string;
  readonly problems: DraftProblems;
  readonly onChange: (change: Partial<CallDraft>) => void;
  readonly onKey: (key: string) => void;
}

interface NamedFieldProps {
  readonly name: string;
  readonly problem?: string;
  readonly children: (props: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}

function NamedField({ name, problem, children }: NamedFieldProps) {
  const id = useId();
  const wrong = problem === undefined ? {} : ({ 'aria-invalid': true, 'aria-describedby': `${id}-problem` } as const);
  return (
    <FieldRow>
      <label htmlFor={id}>{name}</label>
      {children({ id, ...wrong })}
      {problem !== undefined && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </FieldRow>
  );
}

const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

type TextField = 'search' | 'sort' | 'fields' | 'limit' | 'offset' | 'id';

interface DraftFieldProps extends Pick<TryItFieldsProps, 'draft' | 'problems' | 'onChange'> {
  readonly name: string;
  readonly field: TextField;
  readonly number?: boolean;
}

const DraftField = ({ name, field, number = false, draft, problems, onChange }: DraftFieldProps) => (
  <NamedField name={name} problem={field === 'id' ? problems.id : undefined}>
    {(props) => (
      <SmallInput
        {...props}
        {...typed}
        $width={number ? 112 : undefined}
        inputMode={number ? 'numeric' : undefined}
        value={draft[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    )}
  </NamedField>
);

/** What a list can be asked with beside a filter and a limit; shown when wanted. */
function MoreFields(props: Pick<TryItFieldsProps, 'draft' | 'problems' | 'onChange'>) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <FieldRow>
        <span />
        <div>
          <Button
            look="ghost"
            size="small"
            icon={shown ? 'down' : 'right'}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            More parameters
          </Button>
        </div>
      </FieldRow>
      {shown && (
        <>
          <DraftField name="_q" field="search" {...props} />
          <DraftField name="_sort" field="sort" {...props} />
          <DraftField name="_fields" field="fields" {...props} />
          <DraftField name="_offset" field="offset" number {...props} />
        </>
      )}
    </>
  );
}

const CallFields = (props: TryItFieldsProps) => {
  const { call, draft, problems, onChange } = props;
  return (
    <>
      {call.ofRow && <DraftField name="id" field="id" {...props} />}
      {call.id === 'list' && <FilterField {...props} />}
      {call.id === 'list' && <DraftField name="_limit" field="limit" number {...props} />}
      {call.id === 'list' && <MoreFields {...props} />}
      {call.id === 'get' && <DraftField name="_fields" field="fields" {...props} />}
      {call.sendsBody && (
        <NamedField name="body" problem={problems.body}>
          {(field) => (
            <BodyInput
              {...field}
              {...typed}
              rows={6}
              value={draft.body}
              onChange={({ target }) => onChange({ body: target.value })}
            />
          )}
        </NamedField>
      )}
    </>
  );
};

/** The fields of a call, and the key it is sent with. */
export const TryItFields = (props: TryItFieldsProps) => (
  <>
    <CallFields {...props} />
    <NamedField name="key" problem={props.problems.key}>
      {(field) => (
        <KeyInput
          {...field}
          {...typed}
          $width={300}
          placeholder={props.keyHint}
          value={props.apiKey}
          onChange={({ target }) => props.onKey(target.value)}
        />
      )}
    </NamedField>
  </>
);
