import { graphql } from "../../gql/gql.ts";
import { useRemoveWechatMutation, useWechatCardQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useProven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { identitiesTexts } from "./identities.texts.ts";
import classes from "./settings.module.css";

graphql(`
  query WechatCard {
    boundWechat {
      nickname
      createdAt
    }
    wechatWays {
      official
      openPlatform
    }
  }
`);
graphql(`
  mutation RemoveWechat {
    removeWechat
  }
`);

/** The WeChat account of the member: bound, changed, unbound; nothing where the site does not use WeChat. */
export function WechatCard() {
  const t = useTexts(identitiesTexts);
  const query = useWechatCardQuery();
  const [remove] = useRemoveWechatMutation();
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  const confirm = useConfirm();
  const { boundWechat: bound = null, wechatWays: ways } = query.data ?? {};
  const isOffered = ways !== undefined && (ways.official || ways.openPlatform);
  if (!isOffered && !bound) return null;

  const unbind = async () => {
    const question = { title: t.wechatRemove, text: t.removeText, action: t.wechatUnbind, danger: true };
    if (!(await confirm(question))) return;
    await act(
      async () => {
        await proven(() => remove());
        await query.refetch();
      },
      { done: t.wechatRemoved },
    );
  };
  return (
    <section className={`card ${classes.card}`} id="wechat" aria-labelledby="wechat-title">
      <h2 id="wechat-title" className={classes.title}>
        {t.wechat}
      </h2>
      <p className={classes.hint}>{bound ? t.wechatBound : t.wechatHint}</p>
      <div className={classes.form}>
        {bound && (
          <p className={classes.name}>
            <bdi>{bound.nickname || t.wechat}</bdi>
          </p>
        )}
        <div className={classes.buttons}>
          {bound ? (
            <>
              {isOffered && (
                <Button to="/user/rebind" disabled={isBusy}>
                  {t.wechatChange}
                </Button>
              )}
              <Button loading={isBusy} onClick={() => void unbind()}>
                {t.wechatUnbind}
              </Button>
            </>
          ) : (
            <Button to="/user/wx-bind-qrcode">{t.wechatBind}</Button>
          )}
        </div>
      </div>
      {dialog}
    </section>
  );
}
