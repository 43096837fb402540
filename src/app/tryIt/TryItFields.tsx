import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../ui/forms/Button';
import { useField } from '../ui/forms/Field';
import type { Form } from '../ui/forms/useForm';
import {
  type CallDraft,
  type FilterOperator,
  operatorsOf,
  operatorWords,
  type WholeCall,
  withColumn,
} from './callDraft';
import { BodyInput, FieldLine, FieldRow, KeyInput, KeyNote, SmallInput, SmallSelect } from './tryItStyles';
import { Options } from '../ui/forms/fieldStyles';

/** A filter: column, operator, value. */
function FilterField({ form: { values: draft, change, field }, columns }: Pick<TryItFieldsProps, 'form' | 'columns'>) {
  const column = columns.find(({ key }) => key === draft.column);
  if (column === undefined) return null;
  const chooseColumn = (chosenKey: string) => {
    const chosen = columns.find(({ key }) => key === chosenKey);
    if (chosen) change(withColumn(draft, chosen));
  };
  const chooseOperator = (operator: FilterOperator) =>
    change({ operator, ...(operator === 'isblank' && { value: 'true' }) });
  return (
    <FieldRow role="group" aria-label="Filter">
      <span aria-hidden="true">filter</span>
      <FieldLine>
        <SmallSelect
          $width={132}
          aria-label="Column"
          value={draft.column}
          onChange={({ target }) => chooseColumn(target.value)}
        >
          <Options of={columns.map(({ key }) => key)} />
        </SmallSelect>
        <SmallSelect
          $width={draft.operator.length > 3 ? 104 : 56}
          aria-label="Operator"
          value={draft.operator}
          onChange={({ target }) => chooseOperator(target.value as FilterOperator)}
        >
          <Options of={operatorsOf[column.type].map((operator) => [operator, operatorWords[operator]])} />
        </SmallSelect>
        <SmallInput
          aria-label="Value"
          autoComplete="off"
          spellCheck={false}
          value={draft.value}
          onChange={field('value').onChange}
        />
      </FieldLine>
    </FieldRow>
  );
}

export interface TryItFieldsProps extends Pick<WholeCall, 'call' | 'columns' | 'apiKey'> {
  readonly form: Form<CallDraft>;
  /** Whether the key is visible, not masked. */
  readonly isKeyShown: boolean;
  /** Explanation of a call without a key. */
  readonly keyNote: ReactNode;
  readonly onKey: (key: string) => void;
  readonly onKeyShown: (shown: boolean) => void;
}

interface NamedFieldProps {
  readonly name: string;
  readonly problem?: string | undefined;
  readonly children: (props: ReturnType<typeof useField>['props']) => ReactNode;
}

function NamedField({ name, problem, children }: NamedFieldProps) {
  const { props, line } = useField({ error: problem });
  return (
    <FieldRow>
      <label htmlFor={props.id}>{name}</label>
      {children(props)}
      {line}
    </FieldRow>
  );
}

const rawInput = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

type TextField = 'search' | 'sort' | 'fields' | 'limit' | 'offset' | 'id';

interface DraftFieldProps extends Pick<TryItFieldsProps, 'form'> {
  readonly name: string;
  readonly field: TextField;
  readonly number?: boolean;
}

function DraftField({ name, field, number = false, form }: DraftFieldProps) {
  const { error, ...input } = form.field(field);
  return (
    <NamedField name={name} problem={error}>
      {(props) => (
        <SmallInput
          {...props}
          {...rawInput}
          {...input}
          $width={number ? 112 : undefined}
          inputMode={number ? 'numeric' : undefined}
        />
      )}
    </NamedField>
  );
}

/** Further parameters of the list, hidden until "More parameters" is pressed. */
function MoreFields(props: Pick<TryItFieldsProps, 'form'>) {
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
  const { call, form } = props;
  const { error, ...body } = form.field('body');
  return (
    <>
      {call.ofRow && <DraftField name="id" field="id" form={form} />}
      {call.id === 'list' && <FilterField {...props} />}
      {call.id === 'list' && <DraftField name="_limit" field="limit" number form={form} />}
      {call.id === 'list' && <MoreFields form={form} />}
      {call.id === 'get' && <DraftField name="_fields" field="fields" form={form} />}
      {call.sendsBody && (
        <NamedField name="body" problem={error}>
          {(field) => <BodyInput {...field} {...rawInput} {...body} rows={6} />}
        </NamedField>
      )}
    </>
  );
};

/** The field of the key, masked unless the person shows it. */
const KeyField = ({ apiKey, isKeyShown, keyNote, form, onKey, onKeyShown }: TryItFieldsProps) => (
  <NamedField name="key" problem={form.errorOf('key')}>
    {(field) => (
      <>
        <FieldLine>
          <KeyInput
            {...field}
            {...rawInput}
            type={isKeyShown ? 'text' : 'password'}
            $width={300}
            placeholder="None"
            value={apiKey}
            onChange={({ target }) => onKey(target.value)}
          />
          {apiKey !== '' && (
            <IconButton
              icon={isKeyShown ? 'eyeOff' : 'eye'}
              label={isKeyShown ? 'Hide the key' : 'Show the key'}
              onClick={() => onKeyShown(!isKeyShown)}
            />
          )}
        </FieldLine>
        {apiKey === '' && <KeyNote>{keyNote}</KeyNote>}
      </>
    )}
  </NamedField>
);

/** The fields of a call and of the key. */
export const TryItFields = (props: TryItFieldsProps) => (
  <>
    <CallFields {...props} />
    <KeyField {...props} />
  </>
);
