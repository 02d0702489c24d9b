//! Forecasting and anomaly detection. AssetOpsBench's pretrained models are played by [`forecast`], and every result says so.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::arguments::Arguments;
use super::files::{self, Table};
use super::schema::{Field, list, object, optional, record, text, texts, tool};
use super::{Environment, ErrorKind, Role, ToolError, ToolSpec};
use crate::assetops::forecast::{self, Followed, Smoothing};

/// The models by their names, with their context lengths, their horizons, and what they were trained on.
const MODELS: [(&str, usize, usize, &str); 4] = [
    ("ttm_96_28", 96, 28, "Pretrained forecasting model with context length 96"),
    ("ttm_512_96", 512, 96, "Pretrained forecasting model with context length 512"),
    ("ttm_energy_96_28", 96, 28, "Pretrained forecasting model tuned on energy data with context length 96"),
    (
        "ttm_energy_512_96",
        512,
        96,
        "Pretrained forecasting model tuned on energy data with context length 512",
    ),
];

const TASKS: [(&str, &str); 4] = [
    ("tsfm_integrated_tsad", "Time series Anomaly detection"),
    ("tsfm_forecasting", "Time series Multivariate Forecasting"),
    ("tsfm_forecasting_tune", "Finetuning of Multivariate Forecasting models"),
    ("tsfm_forecasting_evaluation", "Evaluation of Forecasting models"),
];

/// Where AssetOpsBench keeps its models.
const CHECKPOINTS: &str = "data/tsfm_test_data";

/// How models are played.
const PLAYED: &str = "played here by Holt-Winters exponential smoothing";

const USUAL_MODEL: &str = "ttm_96_28";
const MOST_STEPS: usize = 10_000;
const SECONDS_OF_A_DAY: i64 = 86_400;

/// The part of the expected values, from the start, that tells how large errors usually are.
const CALIBRATION: f64 = 0.2;

const TSAD_COLUMNS: [&str; 7] =
    ["timestamp", "KPI", "value", "upper_bound", "lower_bound", "anomaly_score", "anomaly_label"];

pub(super) fn specs() -> Vec<ToolSpec> {
    let dataset =
        || ("dataset_path", text("A file with a table: JSON rows or CSV, such as `file` of `history`"), true);
    let timestamp = || ("timestamp_column", text("The column with the time, such as timestamp"), true);
    let targets = || ("target_columns", texts("The columns to forecast or to look at"), true);
    let model = || {
        ("model_checkpoint", text("A model by its name, or a finetuned one; ttm_96_28 unless given"), false)
    };
    let horizon = || {
        let schema = json!({"type": "integer", "description": "How many steps ahead; -1 for as many as the model has"});
        ("forecast_horizon", schema, false)
    };
    let share = |name: &'static str, about: &str| -> Field<'static> {
        (name, json!({"type": "number", "description": about}), false)
    };
    let alarm = || share("false_alarm", "The share of false alarms that is put up with; 0.05 unless given");
    let a_text = || json!({"type": "string"});
    let a_count = || json!({"type": "integer"});
    let found = || {
        object([
            ("status", a_text()),
            ("results_file", a_text()),
            ("total_records", a_count()),
            ("anomaly_count", a_count()),
            ("columns", list(a_text())),
            ("message", a_text()),
        ])
    };
    let quality = object([
        ("rows", a_count()),
        ("step_seconds", a_count()),
        ("missing", json!({"type": "object", "additionalProperties": {"type": "integer"}})),
    ]);
    vec![
        tool(
            "get_ai_tasks",
            "Lists the kinds of analysis of time series that there are.",
            [],
            object([("tasks", list(record(["task_id", "task_description"])))]),
        ),
        tool(
            "get_tsfm_models",
            "Lists the forecasting models that there are.",
            [],
            object([("models", list(record(["model_id", "model_checkpoint", "model_description"])))]),
        ),
        tool(
            "run_tsfm_forecasting",
            "Forecasts columns of a table. `results_file` is a JSON file with the forecast and with what was expected, a step \
             ahead, of the values in the table.",
            [
                dataset(),
                timestamp(),
                targets(),
                model(),
                horizon(),
                (
                    "include_dataquality_summary",
                    json!({"type": "boolean", "description": "Whether to tell of missing values"}),
                    false,
                ),
            ],
            object([
                ("status", a_text()),
                ("results_file", a_text()),
                ("dataquality_summary", optional(quality)),
                ("message", a_text()),
            ]),
        )
        .writing(),
        tool(
            "run_tsfm_finetuning",
            "Finds the smoothing that errs least over a part of a table, and keeps it as a model for `model_checkpoint`.",
            [
                dataset(),
                timestamp(),
                targets(),
                ("save_model_dir", text("The folder to keep the model in, such as tunedmodels"), true),
                model(),
                horizon(),
                share("n_finetune", "The share of the rows to learn from; 0.05 unless given"),
                share("n_test", "The share of the rows, from the end, to measure errors over; 0.05 unless given"),
            ],
            object([
                ("status", a_text()),
                ("model_checkpoint", a_text()),
                ("results_file", a_text()),
                ("message", a_text()),
            ]),
        )
        .writing(),
        tool(
            "run_tsad",
            "Finds anomalies: values further from what was expected than errors usually are (split conformal prediction). \
             `results_file` is a CSV file with a row for each value that was looked at.",
            [
                dataset(),
                ("tsfm_output_json", text("The `results_file` of run_tsfm_forecasting over the same table"), true),
                timestamp(),
                targets(),
                ("task", text("`fit`, which it is unless given"), false),
                alarm(),
            ],
            found(),
        )
        .writing(),
        tool(
            "run_integrated_tsad",
            "Forecasts columns of a table and finds anomalies in them, in one step; see run_tsad.",
            [dataset(), timestamp(), targets(), model(), alarm()],
            found(),
        )
        .writing(),
    ]
}

pub(super) fn call(
    environment: &Environment,
    tool: &str,
    arguments: &Arguments<'_>,
) -> Result<Json, ToolError> {
    match tool {
        "get_ai_tasks" => {
            let task = |(id, about)| json!({"task_id": id, "task_description": about});
            Ok(json!({"tasks": TASKS.map(task)}))
        }
        "get_tsfm_models" => {
            let model = |(id, _, _, about)| {
                json!({
                    "model_id": id,
                    "model_checkpoint": format!("{CHECKPOINTS}/{id}"),
                    "model_description": format!("{about} ({PLAYED})"),
                })
            };
            Ok(json!({"models": MODELS.map(model)}))
        }
        "run_tsfm_forecasting" => forecasting(environment, arguments),
        "run_tsfm_finetuning" => finetuning(environment, arguments),
        "run_tsad" => {
            match arguments.optional_text("task")?.as_deref() {
                None | Some("fit") => {}
                Some(other) => {
                    let message =
                        format!("there is no task `{other}` of anomaly detection here; there is `fit`");
                    return Err(ToolError::new(ErrorKind::BadArgument, "task", message));
                }
            }
            let asked = Asked::read(environment, arguments)?;
            let name = arguments.text("tsfm_output_json")?;
            let results = serde_json::from_value(files::read_json(environment, &name)?).map_err(|error| {
                let message = format!("the file `{name}` is no result of run_tsfm_forecasting ({error})");
                ToolError::new(ErrorKind::BadFile, &name, message)
            })?;
            anomalies(environment, &asked, &results, &name, arguments.share("false_alarm", 0.05)?)
        }
        "run_integrated_tsad" => {
            let alarm = arguments.share("false_alarm", 0.05)?;
            let asked = Asked::read(environment, arguments)?;
            let model = Model::find(environment, arguments)?;
            let results = results(&asked, &model, model.horizon)?;
            anomalies(environment, &asked, &results, "the forecast", alarm)
        }
        _ => Err(ToolError::unknown_tool(Role::Tsfm, tool)),
    }
}

/// A table and columns of it.
struct Asked {
    path: String,
    timestamp: String,
    rows: usize,
    series: Vec<(String, Vec<(DateTime, f64)>)>,
}

impl Asked {
    fn read(environment: &Environment, arguments: &Arguments<'_>) -> Result<Asked, ToolError> {
        let path = arguments.text("dataset_path")?;
        let timestamp = arguments.text("timestamp_column")?;
        let columns = arguments.texts("target_columns")?;
        let table = Table::read(environment, &path)?;
        table.has(&timestamp)?;
        let series = columns.into_iter().map(|column| {
            let series = table.series(&timestamp, &column)?;
            Ok((column, series))
        });
        let series = series.collect::<Result<_, ToolError>>()?;
        Ok(Asked { path, timestamp, rows: table.rows.len(), series })
    }

    fn columns(&self) -> Vec<&str> {
        self.series.iter().map(|(column, _)| column.as_str()).collect()
    }

    /// The name of a file that is made of this table.
    fn name(&self, kind: &str, more: &str, end: &str) -> String {
        let stem = self.path.rsplit('/').next().unwrap_or(&self.path);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        files::plain(&format!("{kind}_{stem}_{}{more}.{end}", self.columns().join("+")))
    }
}

/// The usual distance of two values in seconds, and how many of them make a day, if there are two days.
fn step_and_season(series: &[(DateTime, f64)]) -> (i64, usize) {
    let mut steps: Vec<i64> = series
        .iter()
        .zip(series.iter().skip(1))
        .map(|(one, next)| next.0.duration_since(one.0).as_secs())
        .filter(|step| *step > 0)
        .collect();
    steps.sort_unstable();
    let step = steps.get(steps.len() / 2).copied().unwrap_or(1);
    let season = usize::try_from(SECONDS_OF_A_DAY / step).unwrap_or(1).max(1);
    (step, if series.len() >= 2 * season { season } else { 1 })
}

/// A model, as it is played.
struct Model {
    checkpoint: String,
    context: usize,
    horizon: usize,
    /// Of a finetuned model, by columns.
    tuned: Option<BTreeMap<String, Smoothing>>,
}

/// A finetuned model as a file.
#[derive(Serialize, Deserialize)]
struct Tuned {
    base: String,
    forecaster: String,
    smoothing: BTreeMap<String, Smoothing>,
}

/// The file of a finetuned model in its folder.
const TUNED: &str = "holt_winters.json";

impl Model {
    fn find(environment: &Environment, arguments: &Arguments<'_>) -> Result<Model, ToolError> {
        let name = arguments.optional_text("model_checkpoint")?.unwrap_or_else(|| USUAL_MODEL.to_owned());
        let short = name.strip_prefix(CHECKPOINTS).and_then(|rest| rest.strip_prefix('/')).unwrap_or(&name);
        if let Some(model) = Model::named(short) {
            return Ok(model);
        }
        let unknown = || {
            let known = MODELS.map(|(id, _, _, _)| id).join(", ");
            let message = format!("there is no model `{name}`; there is {known}, and what was finetuned");
            ToolError::new(ErrorKind::UnknownModel, &name, message)
        };
        if environment.work.is_none() {
            return Err(unknown());
        }
        let file = if name.ends_with(TUNED) { name.clone() } else { format!("{name}/{TUNED}") };
        let json = files::read_json(environment, &file).map_err(|error| match error.kind() {
            ErrorKind::UnknownFile => unknown(),
            _ => error,
        })?;
        let tuned: Tuned = serde_json::from_value(json).map_err(|_| unknown())?;
        let base = Model::named(&tuned.base).ok_or_else(unknown)?;
        Ok(Model { checkpoint: name.clone(), tuned: Some(tuned.smoothing), ..base })
    }

    fn named(name: &str) -> Option<Model> {
        let (id, context, horizon, _) = MODELS.into_iter().find(|(id, _, _, _)| *id == name)?;
        Some(Model { checkpoint: id.to_owned(), context, horizon, tuned: None })
    }

    fn smoothing(&self, column: &str) -> Result<Option<Smoothing>, ToolError> {
        let Some(tuned) = &self.tuned else { return Ok(None) };
        tuned.get(column).copied().map(Some).ok_or_else(|| {
            let message =
                format!("the model `{}` was not finetuned for the column `{column}`", self.checkpoint);
            ToolError::new(ErrorKind::UnknownColumn, column, message)
        })
    }
}

/// What a forecast comes to, as a file.
#[derive(Serialize, Deserialize)]
struct Results {
    forecaster: String,
    model_checkpoint: String,
    timestamp_column: String,
    target_columns: Vec<String>,
    forecast_horizon: usize,
    columns: BTreeMap<String, OfColumn>,
}

#[derive(Serialize, Deserialize)]
struct OfColumn {
    forecaster: String,
    step_seconds: i64,
    smoothing: Smoothing,
    /// The root of the mean squared error, a step ahead, over the table.
    rmse: f64,
    forecast: Vec<(String, f64)>,
    /// What was expected of the values in the table, a step ahead.
    expected: Vec<(String, f64)>,
}

fn too_few(path: &str, column: &str, there: usize, needed: usize) -> ToolError {
    let message = format!("the file `{path}` has {there} values of `{column}`, and {needed} are needed");
    ToolError::new(ErrorKind::TooFewRows, column, message)
}

fn results(asked: &Asked, model: &Model, horizon: usize) -> Result<Results, ToolError> {
    let mut columns = BTreeMap::new();
    for (column, series) in &asked.series {
        // A model needs its context, and a value to expect.
        if series.len() <= model.context {
            return Err(too_few(&asked.path, column, series.len(), model.context + 1));
        }
        let (step, season) = step_and_season(series);
        let values: Vec<f64> = series.iter().map(|(_, value)| *value).collect();
        let followed = match model.smoothing(column)? {
            Some(smoothing) if values.len() < 2 * smoothing.season => {
                return Err(too_few(&asked.path, column, values.len(), 2 * smoothing.season));
            }
            Some(smoothing) => forecast::follow(&values, smoothing),
            None => forecast::fit(&values, season),
        };
        columns.insert(column.clone(), of_column(series, &values, &followed, step, horizon));
    }
    Ok(Results {
        forecaster: format!("the model {}, {PLAYED}", model.checkpoint),
        model_checkpoint: model.checkpoint.clone(),
        timestamp_column: asked.timestamp.clone(),
        target_columns: asked.columns().into_iter().map(str::to_owned).collect(),
        forecast_horizon: horizon,
        columns,
    })
}

fn of_column(
    series: &[(DateTime, f64)],
    values: &[f64],
    followed: &Followed,
    step: i64,
    horizon: usize,
) -> OfColumn {
    let last = series.last().map_or(DateTime::MIN, |(time, _)| *time);
    let mut time = last;
    let forecast = followed.ahead(horizon).into_iter().map(|value| {
        // A time beyond the calendar stays at its end.
        time = time.saturating_add(SignedDuration::from_secs(step));
        (time.to_string(), value)
    });
    let forecast = forecast.collect();
    let times = series.iter().skip(followed.first).map(|(time, _)| time.to_string());
    OfColumn {
        forecaster: forecast::name(followed.smoothing.season),
        step_seconds: step,
        smoothing: followed.smoothing,
        rmse: followed.error(values),
        forecast,
        expected: times.zip(followed.predicted.iter().copied()).collect(),
    }
}

fn pretty(value: &impl Serialize) -> Result<String, ToolError> {
    serde_json::to_string_pretty(value).map_err(|error| {
        ToolError::new(ErrorKind::BadFile, "results", format!("the result cannot be written ({error})"))
    })
}

fn forecasting(environment: &Environment, arguments: &Arguments<'_>) -> Result<Json, ToolError> {
    let asked = Asked::read(environment, arguments)?;
    let model = Model::find(environment, arguments)?;
    let horizon = arguments.count("forecast_horizon", MOST_STEPS)?.unwrap_or(model.horizon);
    let wants_summary = arguments.flag("include_dataquality_summary")?;
    let results = results(&asked, &model, horizon)?;
    let name = asked.name("forecast", &format!("_{}_{horizon}", model.checkpoint), "json");
    let file = files::write(environment, &name, &pretty(&results)?)?;
    let quality = wants_summary.then(|| {
        let missing: Map<String, Json> = asked
            .series
            .iter()
            .map(|(column, series)| (column.clone(), json!(asked.rows - series.len())))
            .collect();
        let step = asked.series.first().map_or(0, |(_, series)| step_and_season(series).0);
        json!({"rows": asked.rows, "step_seconds": step, "missing": missing})
    });
    let message = format!(
        "Forecasting results of {} using data in {} are stored in {file}: {horizon} steps, by {}",
        asked.columns().join(", "),
        asked.path,
        results.forecaster
    );
    Ok(json!({
        "status": "success",
        "results_file": file,
        "dataquality_summary": quality,
        "message": message,
    }))
}

fn finetuning(environment: &Environment, arguments: &Arguments<'_>) -> Result<Json, ToolError> {
    /// The fewest values to learn from.
    const FEWEST: usize = 16;
    let asked = Asked::read(environment, arguments)?;
    let folder = arguments.text("save_model_dir")?;
    let model = Model::find(environment, arguments)?;
    let horizon = arguments.count("forecast_horizon", MOST_STEPS)?.unwrap_or(model.horizon);
    let learn = arguments.share("n_finetune", 0.05)?;
    let test = arguments.share("n_test", 0.05)?;
    let mut smoothing = BTreeMap::new();
    let mut measured = BTreeMap::new();
    let mut forecaster = String::new();
    for (column, series) in &asked.series {
        let (_, season) = step_and_season(series);
        let values: Vec<f64> = series.iter().map(|(_, value)| *value).collect();
        let share = |share: f64| (share * values.len() as f64).ceil() as usize;
        // The start takes a season, whatever is learnt from.
        let learning = season + share(learn).max(FEWEST);
        let testing = share(test).max(1);
        if learning + testing > values.len() || values.len() <= model.context {
            let needed = (learning + testing).max(model.context + 1);
            return Err(too_few(&asked.path, column, values.len(), needed));
        }
        let learnt = forecast::fit(values.get(..learning).unwrap_or_default(), season).smoothing;
        let followed = forecast::follow(&values, learnt);
        let errors =
            values.iter().skip(followed.first).zip(&followed.predicted).map(|(one, other)| one - other);
        let errors: Vec<f64> = errors.collect();
        let tested = errors.get(errors.len().saturating_sub(testing)..).unwrap_or_default();
        let rmse =
            (tested.iter().map(|error| error.powi(2)).sum::<f64>() / tested.len().max(1) as f64).sqrt();
        forecaster = forecast::name(learnt.season);
        smoothing.insert(column.clone(), learnt);
        measured.insert(
            column.clone(),
            json!({"learnt_from": learning, "tested_on": tested.len(), "rmse": rmse, "smoothing": learnt}),
        );
    }
    let base =
        MODELS.iter().find(|(_, context, horizon, _)| (*context, *horizon) == (model.context, model.horizon));
    let named = Model::named(&model.checkpoint).map(|model| model.checkpoint);
    let base = named.or_else(|| base.map(|(id, _, _, _)| (*id).to_owned())).unwrap_or_default();
    let tuned = Tuned { base, forecaster: forecaster.clone(), smoothing };
    files::write(environment, &format!("{folder}/{TUNED}"), &pretty(&tuned)?)?;
    let results = json!({
        "forecaster": forecaster,
        "model_checkpoint": folder,
        "forecast_horizon": horizon,
        "columns": measured,
    });
    let file = files::write(environment, &asked.name("finetuning", "", "json"), &pretty(&results)?)?;
    let message = format!(
        "The finetuned forecasting model is saved in {folder} with the results in {file}: {}, {PLAYED}",
        asked.columns().join(", ")
    );
    Ok(json!({"status": "success", "model_checkpoint": folder, "results_file": file, "message": message}))
}

fn anomalies(
    environment: &Environment,
    asked: &Asked,
    results: &Results,
    source: &str,
    alarm: f64,
) -> Result<Json, ToolError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: &dyn std::fmt::Display| {
        ToolError::new(ErrorKind::BadFile, "results", format!("the result cannot be written ({error})"))
    };
    writer.write_record(TSAD_COLUMNS).map_err(|error| failed(&error))?;
    let (mut total, mut count) = (0_usize, 0_usize);
    for (column, series) in &asked.series {
        let of_column = results.columns.get(column).ok_or_else(|| {
            let message = format!("{source} has no forecast of the column `{column}`");
            ToolError::new(ErrorKind::UnknownColumn, column, message)
        })?;
        let expected: BTreeMap<DateTime, f64> = of_column
            .expected
            .iter()
            .filter_map(|(time, value)| Some((files::time(time)?, *value)))
            .collect();
        let pairs: Vec<(DateTime, f64, f64)> =
            series.iter().filter_map(|(time, value)| Some((*time, *value, *expected.get(time)?))).collect();
        let usual = (CALIBRATION * pairs.len() as f64).ceil() as usize;
        // With fewer, no error is large enough to be an alarm.
        let needed = (1.0 / alarm).ceil() as usize;
        if usual < needed {
            let share = (needed as f64 / CALIBRATION).ceil() as usize;
            return Err(too_few(&asked.path, column, pairs.len(), share));
        }
        let (first, rest) = pairs.split_at(usual);
        let mut errors: Vec<f64> =
            first.iter().map(|(_, value, expected)| (value - expected).abs()).collect();
        errors.sort_by(f64::total_cmp);
        let rank = ((errors.len() + 1) as f64 * (1.0 - alarm)).ceil() as usize;
        let width = errors.get(rank.saturating_sub(1)).or(errors.last()).copied().unwrap_or_default();
        for (time, value, expected) in rest {
            let error = (value - expected).abs();
            let smaller = errors.partition_point(|one| *one < error);
            let is_anomaly = error > width;
            total += 1;
            count += usize::from(is_anomaly);
            writer
                .write_record([
                    time.to_string(),
                    column.clone(),
                    value.to_string(),
                    (expected + width).to_string(),
                    (expected - width).to_string(),
                    (smaller as f64 / (errors.len() + 1) as f64).to_string(),
                    is_anomaly.to_string(),
                ])
                .map_err(|error| failed(&error))?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| failed(&error))?;
    let name = asked.name("tsad", &format!("_{}_{alarm}", results.model_checkpoint), "csv");
    let file = files::write(environment, &name, &text)?;
    let message = format!(
        "found {count} anomalies among {total} values of {}, with up to {alarm} false alarms; the first fifth of the values told \
         how large errors usually are. Forecaster: {}",
        asked.columns().join(", "),
        results.forecaster
    );
    Ok(json!({
        "status": "success",
        "results_file": file,
        "total_records": total,
        "anomaly_count": count,
        "columns": TSAD_COLUMNS,
        "message": message,
    }))
}
