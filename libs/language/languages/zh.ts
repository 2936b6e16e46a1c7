// The words of Chinese.

import { parts } from "../patterns.ts";
import { type LanguageWords, untranslated } from "./language.ts";

export const chinese: LanguageWords = {
  isSpaced: false,
  letters: /[\u4e00-\u9fff]/,
  marks: null,
  frequent: "",
  frame: "",
  common: "",
  aspects: "处理 管理 策略 方案 规范 约定 决定 规则 方法 主题",
  everyday: {
    functions:
      "的 了 是 在 我 我们 你 他 她 它 这 那 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 吗 呢 吧 什么 怎么 为什么 哪 哪里",
    polite: "好 好的 谢谢 可以 不错",
    talk: "问题 回答 例子 今天 昨天 明天",
    work: "继续 运行 测试 修复 检查 添加 删除 提交",
  },
  numbers: { 2: "两 二", 3: "三", 4: "四", 5: "五", 6: "六", 7: "七", 8: "八", 9: "九", 10: "十" },
  counted: "次|倍|秒|分|小时|天|日|个",
  endings: "",
  abbreviations: "",
  secrets: {
    password: "密码|密碼|口令",
    is: "是|为|為|改成|改为|设为",
    to: "",
    as: "作为|作為|当作|作",
    states: "",
  },
  times: { asks: "什么时候", names: "", week: "周", yesterday: "昨天", today: "今天" },
  english: `
    部署,上线=deploy; 发布=release publish; 版本=version; 测试=test; 失败=fail; 报错,错误=error; 缺陷=bug; 修复,解决=fix; 构建,编译=build
    compile; 运行,执行=run; 启动=start; 停止=stop; 重启=restart; 服务器=server; 服务=service; 客户端=client; 端口=port; 地址=address url;
    链接=link; 域名=domain; 数据库=database; 表=table; 列=column; 字段=field; 数据=data; 迁移=migrate migration; 备份=backup;
    缓存=cache; 队列=queue; 日志=log; 文件夹,目录=folder directory; 文件=file; 路径=path; 配置=config configure; 设置=setting;
    默认=default; 参数=parameter; 变量=variable; 环境=environment; 依赖=dependency; 包=package; 库=library; 安装=install;
    卸载=uninstall; 升级=upgrade; 更新=update; 回滚=rollback revert; 删除=delete remove; 添加,新增=add; 创建=create;
    修改,更改,变更=change; 替换=replace; 重命名=rename; 移动=move; 复制=copy; 合并=merge; 分支=branch; 提交=commit; 推送=push; 拉取=pull;
    标签=tag; 仓库=repository; 审查=review; 用户=user; 账号,帐号,账户=account; 登录=login; 登出=logout; 权限=permission;
    认证,鉴权=authentication; 令牌=token; 密码=password; 密钥=key secret; 机密=secret; 证书=certificate; 加密=encrypt; 签名=sign
    signature; 接口=api interface; 请求=request; 响应=response; 超时=timeout; 重试=retry; 限流=rate limit throttle; 限制=limit;
    并发=concurrent; 并行=parallel; 线程=thread; 进程=process; 内存=memory; 性能=performance; 慢=slow; 快=fast; 崩溃=crash;
    警告=warning; 消息=message; 通知=notification notify; 邮件=email; 页面=page; 按钮=button; 菜单=menu; 表单=form; 图片,图像=image;
    图标=icon; 颜色=color; 样式=style; 布局=layout; 主题=theme; 语言=language; 翻译=translate; 搜索,查找=search; 查询=query; 过滤=filter;
    排序=sort; 分页=pagination; 导出=export; 导入=import; 上传=upload; 下载=download; 保存,存储=save store; 加载=load; 显示=show
    display; 隐藏=hide; 打开=open; 关闭=close; 禁用=disable; 启用=enable; 选择=select; 时间戳=timestamp; 时间=time; 日期=date;
    时区=timezone; 计划任务,定时=schedule cron; 订单=order; 支付,付款=payment; 发票=invoice; 退款=refund; 优惠券=voucher coupon;
    货币=currency; 汇率=exchange rate; 价格=price; 库存=stock; 客户=customer; 税=tax; 地图=map; 模型=model; 提示词=prompt; 会话=session;
    脚本=script; 命令=command; 工具=tool; 插件=plugin extension; 模块=module; 函数=function; 类=class; 组件=component;
    校验,验证=validate verify; 检查=check; 监控=monitor; 指标=metric; 统计=statistics; 报告=report; 文档=documentation; 注释=comment;
    许可证=license; 原因=reason cause; 决定=decide; 状态=state status; 连接=connect connection; 网络=network; 代理=proxy; 跨域=cors;
    镜像=image mirror; 容器=container; 集群=cluster; 流水线=pipeline; 覆盖率=coverage; 去重=deduplicate; 重复=duplicate; 恢复=restore
    resume; 继续=continue`,
  intents: {
    resume: /(?:上次|我们|咱们)?(?:做|进行|讲|说)到哪|上次(?:做|干)了?(?:什么|啥)|现在(?:进展|进度)/,
    left: /还(?:剩|有)(?:下)?(?:什么|哪些|啥)|剩下(?:什么|哪些|的)|还(?:需要|要)做|待办|下一步/,
    changes: /(?:改|变|更新)了(?:什么|哪些|啥)|有什么(?:变化|改动|更新)|(?:昨天|今天|上周).{0,6}(?:做|改)了/,
    thread:
      /(?:继续|接着|回到).{2,}|(?:状态|进展|进度|情况)(?:如何|怎么样|是什么|呢)?|还(?:是|在)(?:失败|不行|报错|不)|又(?:失败|出错|坏|报错)|仍然|依然/,
    decided:
      /我们(?:有没有|是否|曾经|什么时候|何时|当时|之前).{1,}|(?:我们|之前).{0,6}(?:决定|选)了?(?:什么|哪)|怎么决定|做过.{0,6}决定/,
    how: /(?:我们|这里|项目里?)?(?:怎么|如何|怎样).{1,30}|(?:约定|规范|规则)是|(?:放|存|保存)?在哪(?:里|儿)?/,
    tried: /(?:试|尝试)过/,
    why: /为什么|为啥|为何|原因是/,
    branch: /(?:这个?|当前|我们的)分支/,
  },
  prompts: {
    threads: "问题|任务|工单|计划|步骤|分支|需求|issue|pr",
    we: "我们|咱们",
    world: "什么是|是什么意思|的区别|有什么不同",
    assents: "好的?|是的?|可以|继续",
    rejects: [
      /^(?:不[，,。！]?\s*)?(?:请)?(?:撤销|回滚|还原|恢复原样|改回去|撤回)/u,
      /^(?:不[，,。！]\s*)?(?:不是这样|不对|错了|这不是我)/u,
    ],
    declines:
      /^(?:(?:嗯|不|那)[，,。\s]*)*(?:还是算了|算了|先不|不用了|不必了|别(?:改|弄|做)了|保持(?:原样|现状)|就这样吧)/u,
    asksCommand: "怎么|命令",
    changesSetting: "增加|减少|提高|降低",
    limits: "不要|别|不用|不需要|只|必须|应该|总是|而不是|保留",
    demands: null,
    oneCase: null,
  },
  replies: {
    acknowledges: "好的?|明白了?|了解了?|谢谢|没问题|完成了?|您说得对|你说得对|是的?|完美|太好了",
    announces: [
      /^(?:好的?[，,。！]?|现在|首先|接下来|然后)*(?:让我|我来|我将|我会|我先|我们来|接下来|现在(?:我|来|运行|检查)|首先[，,]?我)/u,
    ],
    offers: [/(?:需要我|要我|请告诉我|您想|你想)/u],
    introduces: "",
    cause: "因为|原因|由于",
    change: "已|修复|添加了?|删除了?|修改了?",
    result: "通过|成功",
    open: "尚未|还需要|待办",
    openLabel: "待办",
    openHeading: "下一步",
    closed: "",
    formerly: "",
    ends: "删除|移除|去掉|取消|回退|还原|替换|不再|改用|改为",
    openWord: "",
    refersBack: "而且|但是|但|所以|这|那|它|因此|此外|然后|另外",
    closing: {
      outcome: "结果|成果|結果",
      decided: "决定|決定",
      open: "未完成|待办|遗留|待辦",
      nothing: "无|無|没有",
    },
  },
  values: {
    settings: "超时|端口|上限",
    units: { ms: "", s: "秒", min: "分钟?", h: "", day: "", week: "", month: "", others: "" },
    to: "改为|设为",
    from: "从|由",
    is: "",
    now: "",
    articles: "",
    sets: "",
    auxiliaries: "",
    wasSet: "",
    hypothetical: "",
    uses: "",
    instead: "",
    replaced: "",
    by: "",
    switched: "",
    added: "",
    removed: "",
    every: "",
    adverbs: {},
    retries: "",
    attempts: "",
    times: "",
    runs: "",
    around: "",
    at: "",
    definite: "",
    before: "",
    small: "",
    beside: "",
    counts: "",
  },
  statements: {
    announced: "备注|提醒|决定|规则|小心|警告|注意|注|顺便说明一下",
    introduced: "记住|请注意|从现在开始",
    trailing: "",
    continues: "否则|不然|因为",
    polite: "",
    investigates: "",
    looksInto: "",
    hesitates: "",
    retracts: "",
    here: null,
    filler: /^(?:好的|不|不对|是的|嗯|另外|还有|对了|请|谢谢|等等|拜托)[，,。.!！\s]+/u,
    cues: {
      decided: parts("决定", "选了", "选用", "采用", "改用", "换成"),
      rejected: parts("放弃", "不考虑", "决定不"),
      always: parts("一律", "一定要", "总是"),
      forbid: parts("不要", "不准", "禁止", "不能", "我们不用"),
      require: parts("必须", "应当", "一定要"),
      prefer: parts("更喜欢", "偏好"),
      use: parts("^(?:请)?(?:这里)?(?:用|使用)", "用.{1,10}写", "统一用"),
      weUse: parts("我们(?:不)?(?:用|使用|只)", "这个项目", "团队"),
      contrast: parts("而不是", "不要用", "只(?:写|用)"),
      need: parts("需要(?!先).{1,30}", "依赖", "要求"),
      otherwise: parts("否则", "不然", "会卡住", "会失败", "会崩", "两次", "重复", "覆盖"),
      warn: parts("^小心", "^注意"),
      note: parts("^注", "顺便说", "说明一下"),
      general: parts(
        "从现在(?:开始|起)",
        "以后",
        "所有",
        "每个",
        "统一",
        "这里",
        "全部",
        "任何",
        "默认",
        "一律",
        "新(?:组件|接口|的)",
      ),
      reason: parts("因为", "所以", "它会"),
      deprecated: parts("会.{0,12}(?:删除|移除|下线)"),
      place: parts("放在", "保存", "存放", "在.{1,20}里(?:[。.]|$)"),
      convention: parts("规范", "约定", "规则", "英文", "提交信息", "提前返回"),
      question: parts("怎么"),
      unsure: parts("也许", "可能(?!会)", "大概", "我觉得"),
      momentary: parts("先别", "暂时", "今天", "这次", "还没", "也许", "我觉得", "大概"),
      passing: parts("先别", "^先", "暂时", "现在", "今天", "这次", "还没", "再(?:跑|试|来)", "一下", "目前"),
      fault: parts("总是返回", "报.{0,6}错", "错误", "没对齐", "失败了", "问题在", "被覆盖了"),
      narration: parts("^我先", "通过了", "试试", "^现在", "我说的"),
      deictic: parts("第[一二三]个", "另一个", "这个(?:文件|函数|按钮|值|变量)", "页面"),
      request: parts("^(?:请)?(?:修复|添加|加一个|把|改|删除|运行|跑|实现|创建|写一个|看看|检查)", "加一个"),
      praise: parts("很好"),
    },
    because: /[，,;；]?(?:因为|由于)/u,
  },
  ...untranslated,
};
