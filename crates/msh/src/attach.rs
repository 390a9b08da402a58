//! Merging attached models into one node list (spec page: msh, section 11).

use crate::model::Model;
use crate::node::Node38;
use crate::pose::NodePose;
use crate::skeleton::{NoHierarchy, PoseError, check_length};
use std::ops::Range;

/// The node lists of an object's models, merged: what the engine numbers its pieces by.
///
/// All nodes of the first model are pieces. An attached model's node 0 is none: it stands for the piece that the model
/// hangs on. All other numbers stay as in the files.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PieceList {
    pieces: Vec<Piece>,
    sub_models: Vec<SubModel>,
}

/// One row of the merged node list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The model that it comes from: its place in [`PieceList::sub_models`].
    pub sub_model: usize,
    /// Its node in that model.
    pub node: usize,
    /// The piece that it hangs on; always an earlier one.
    pub parent: Option<usize>,
}

/// One model of the merged list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubModel {
    /// The first of its pieces, if it has any; the engine's sub-model root.
    pub first_piece: usize,
    /// Nodes of its model.
    pub node_count: usize,
    /// The piece that it hangs on; `None` for the first model.
    pub mount: Option<usize>,
    /// Whether it has no hierarchy: all its pieces stand where node 0 stands.
    pub is_unposed: bool,
    /// Whether node 0 is no piece.
    is_attached: bool,
}

/// What came of attaching a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached {
    /// Its place in [`PieceList::sub_models`].
    pub sub_model: usize,
    /// What was odd.
    pub warnings: Vec<AttachWarning>,
}

/// What can be odd about attaching a model. It is attached all the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AttachWarning {
    /// The direct parent has no such node: its node 0 carries the model.
    #[error("attach index {index:?} is no node of the parent, which has {node_count}")]
    Index {
        /// The index asked for.
        index: Option<i64>,
        /// Nodes of the parent.
        node_count: usize,
    },
    /// The direct parent has no nodes at all: the model stands at the origin of the object.
    #[error("the parent has no nodes")]
    NoParent,
    /// The model has no node but node 0: it adds no pieces.
    #[error("the attached model has {0} nodes and adds no pieces")]
    NoPieces(usize),
    /// Node 0 has geometry. The engine never draws it; here it stands at the socket.
    #[error("node 0 of the attached model has a slot")]
    RootSlot,
    /// A node beside node 0 has no parent: it stands in the frame of the object.
    #[error("node {0} of the attached model has no parent")]
    SecondRoot(usize),
    /// The model has no hierarchy: all its nodes stand at the socket.
    #[error("the attached model is unposed: {0}")]
    Unposed(NoHierarchy),
}

impl PieceList {
    /// Starts with the first model of an object.
    pub fn new(primary: &Model) -> Self {
        let is_unposed = primary.skeleton().is_err();
        let nodes = primary.nodes.standard();
        let parent_of = |node: &Node38| node.parent().filter(|_| !is_unposed);
        Self {
            pieces: nodes
                .iter()
                .enumerate()
                .map(|(node, record)| Piece {
                    sub_model: 0,
                    node,
                    parent: parent_of(record),
                })
                .collect(),
            sub_models: vec![SubModel {
                first_piece: 0,
                node_count: nodes.len(),
                mount: None,
                is_unposed,
                is_attached: false,
            }],
        }
    }

    /// Attaches a model to a node of a model that is already there.
    ///
    /// `parent` is the direct parent's place in [`PieceList::sub_models`]; `attach_index` counts the nodes of that
    /// parent's own model, not the pieces.
    pub fn attach(&mut self, parent: usize, attach_index: Option<i64>, model: &Model) -> Attached {
        let mut warnings = Vec::new();
        let mount = self.mount(parent, attach_index, &mut warnings);
        let unposed = model.skeleton().err();
        let nodes = model.nodes.standard();
        let (sub_model, first_piece) = (self.sub_models.len(), self.pieces.len());

        warnings.extend(unposed.map(AttachWarning::Unposed));
        if nodes.len() < 2 {
            warnings.push(AttachWarning::NoPieces(nodes.len()));
        }
        if nodes
            .first()
            .is_some_and(|node| node.slot_index.iter().any(|&word| word != crate::NONE))
        {
            warnings.push(AttachWarning::RootSlot);
        }
        for (node, record) in nodes.iter().enumerate().skip(1) {
            let parent = match record.parent() {
                _ if unposed.is_some() => mount,
                None => {
                    warnings.push(AttachWarning::SecondRoot(node));
                    None
                }
                Some(0) => mount,
                Some(parent) => Some(first_piece.saturating_add(parent - 1)),
            };
            self.pieces.push(Piece {
                sub_model,
                node,
                parent,
            });
        }
        self.sub_models.push(SubModel {
            first_piece,
            node_count: nodes.len(),
            mount,
            is_unposed: unposed.is_some(),
            is_attached: true,
        });
        Attached {
            sub_model,
            warnings,
        }
    }

    /// The pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The models, in the order they were added.
    pub fn sub_models(&self) -> &[SubModel] {
        &self.sub_models
    }

    /// The piece of a model's node. Node 0 of an attached model is the piece it hangs on. Other files that number nodes
    /// (control data, control points) are translated the same way.
    pub fn piece(&self, sub_model: usize, node: usize) -> Option<usize> {
        let sub_model = self.sub_models.get(sub_model)?;
        if sub_model.is_attached && node == 0 {
            return sub_model.mount;
        }
        let place = node - usize::from(sub_model.is_attached);
        (node < sub_model.node_count).then_some(sub_model.first_piece.saturating_add(place))
    }

    /// Composes the poses of all pieces. `local` has one pose per piece in its parent's frame
    /// ([`crate::Skeleton::local_poses`] of each model, without node 0 of the attached ones); those of models without
    /// a hierarchy are not used. `out[i]` becomes the pose of piece i in the frame of the object.
    ///
    /// # Errors
    ///
    /// A slice of another length than the pieces.
    pub fn compose(&self, local: &[NodePose], out: &mut [NodePose]) -> Result<(), PoseError> {
        check_length("local poses", self.pieces.len(), local.len())?;
        check_length("poses", self.pieces.len(), out.len())?;
        for (index, (piece, &local)) in self.pieces.iter().zip(local).enumerate() {
            let is_unposed = self
                .sub_models
                .get(piece.sub_model)
                .is_some_and(|sub_model| sub_model.is_unposed);
            let local = if is_unposed {
                NodePose::IDENTITY
            } else {
                local
            };
            let parent = piece.parent.and_then(|parent| out.get(parent).copied());
            if let Some(out) = out.get_mut(index) {
                *out = parent.map_or(local, |parent| parent.child(local));
            }
        }
        Ok(())
    }

    fn mount(
        &self,
        parent: usize,
        index: Option<i64>,
        warnings: &mut Vec<AttachWarning>,
    ) -> Option<usize> {
        let wanted = index
            .and_then(|index| usize::try_from(index).ok())
            .and_then(|index| self.piece(parent, index));
        if wanted.is_some() {
            return wanted;
        }
        let node_count = self
            .sub_models
            .get(parent)
            .map_or(0, |sub_model| sub_model.node_count);
        warnings.push(AttachWarning::Index { index, node_count });
        let root = self.piece(parent, 0);
        if root.is_none() {
            warnings.push(AttachWarning::NoParent);
        }
        root
    }
}

impl SubModel {
    /// Its pieces: those of its nodes in order, without node 0 if it is attached.
    pub fn pieces(&self) -> Range<usize> {
        let count = self
            .node_count
            .saturating_sub(usize::from(self.is_attached));
        self.first_piece..self.first_piece.saturating_add(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_models::{key, node, posed_model, turned_key};
    use crate::{NodeTime, Root, RootTravel};
    use glam::{Quat, Vec3};

    const NONE: u16 = 0xFFFF;

    /// A model of static nodes, one key each.
    fn tree(parents: &[u16], keys: Vec<crate::AnimKey24>) -> Model {
        let nodes = parents
            .iter()
            .zip(0..)
            .map(|(&parent, key)| node(parent, NONE, key))
            .collect();
        posed_model(nodes, keys, vec![], 1)
    }

    fn local(model: &Model) -> Vec<NodePose> {
        let count = model.nodes.len();
        let mut out = vec![NodePose::IDENTITY; count];
        model
            .skeleton()
            .unwrap()
            .local_poses(
                &vec![NodeTime::Fallback; count],
                Root::Own(RootTravel::Authored),
                &mut out,
            )
            .unwrap();
        out
    }

    fn e16_models() -> [Model; 3] {
        let rest = key([0.0; 3], 0.0);
        let primary = tree(
            &[NONE, 0, 0, 0, 0],
            vec![
                rest,
                rest,
                rest,
                turned_key([5.0, 0.0, 2.0], [23170, 0, 0, 23170]),
                rest,
            ],
        );
        let attached = tree(
            &[NONE, 0, 1, 2, 2],
            vec![
                key([100.0, 0.0, 0.0], 0.0),
                key([1.0, 0.0, 0.0], 0.0),
                turned_key([0.0, 0.0, 0.5], [23170, 23170, 0, 0]),
                rest,
                rest,
            ],
        );
        let last = tree(&[NONE, 0, 1, 2], vec![rest; 4]);
        [primary, attached, last]
    }

    #[test]
    fn e16_attachment() {
        let [primary, attached, last] = e16_models();
        let mut list = PieceList::new(&primary);
        let first = list.attach(0, Some(3), &attached);
        assert_eq!(first.warnings, []);
        let parents = |list: &PieceList, pieces: Range<usize>| -> Vec<_> {
            list.pieces()[pieces]
                .iter()
                .map(|piece| piece.parent)
                .collect()
        };
        assert_eq!(list.pieces().len(), 9);
        assert_eq!(
            parents(&list, 0..5),
            [None, Some(0), Some(0), Some(0), Some(0)]
        );
        assert_eq!(parents(&list, 5..9), [Some(3), Some(5), Some(6), Some(6)]);
        assert_eq!(list.sub_models()[1].first_piece, 5);
        assert_eq!(list.sub_models()[1].pieces(), 5..9);
        assert_eq!(
            [0, 1, 4, 5].map(|n| list.piece(1, n)),
            [Some(3), Some(5), Some(8), None]
        );

        // Piece 7 is node 3 of the attached model.
        let second = list.attach(first.sub_model, Some(3), &last);
        assert_eq!(second.warnings, []);
        assert_eq!(parents(&list, 9..12), [Some(7), Some(9), Some(10)]);

        let mut locals = local(&primary);
        locals.extend(&local(&attached)[1..]);
        locals.extend(&local(&last)[1..]);
        let mut poses = vec![NodePose::IDENTITY; 12];
        list.compose(&locals, &mut poses).unwrap();
        let turn = Quat::from_xyzw(0.0, 0.0, -0.707107, 0.707107);
        let expected = [
            (3, [5.0, 0.0, 2.0], turn),
            (5, [5.0, -1.0, 2.0], turn),
            (6, [5.0, -1.0, 2.5], Quat::from_xyzw(-0.5, 0.5, -0.5, 0.5)),
        ];
        for (piece, translation, rotation) in expected {
            assert!(
                poses[piece]
                    .translation
                    .abs_diff_eq(translation.into(), 1e-5),
                "{piece}"
            );
            let dot = poses[piece].rotation.dot(rotation).abs();
            assert!((dot - 1.0).abs() < 1e-5, "{piece}");
        }

        // Posing the attached model at its socket comes to the same.
        let mut own = vec![NodePose::IDENTITY; 5];
        let mut times = [NodeTime::At(0.0); 5];
        times[0] = NodeTime::At(f32::NAN);
        attached
            .pose(&times, Root::Mounted(poses[3]), &mut own)
            .unwrap();
        assert_eq!(own[0], poses[3]);
        assert_eq!(own[1..], poses[5..9]);
    }

    #[test]
    fn a_bad_attach_index_means_node_0_of_the_parent() {
        let [primary, attached, last] = e16_models();
        let mut list = PieceList::new(&primary);
        list.attach(0, Some(3), &attached);
        for index in [None, Some(-1), Some(5), Some(i64::MAX)] {
            let mut list = list.clone();
            let odd = list.attach(1, index, &last);
            assert_eq!(
                odd.warnings,
                [AttachWarning::Index {
                    index,
                    node_count: 5
                }]
            );
            assert_eq!(list.sub_models()[odd.sub_model].mount, Some(3));
        }
        let odd = list.attach(7, Some(0), &last);
        assert!(odd.warnings.contains(&AttachWarning::NoParent));
        assert_eq!(list.pieces().last().unwrap().parent, Some(10));
    }

    #[test]
    fn odd_attached_models_are_reported() {
        let [primary, ..] = e16_models();
        let rest = key([1.0, 0.0, 0.0], 0.0);
        let mut list = PieceList::new(&primary);

        let mut one = tree(&[NONE], vec![rest]);
        one.nodes = crate::NodeTable::Standard(vec![Node38 {
            slot_index: [0; 15],
            ..Node38::default()
        }]);
        let odd = list.attach(0, Some(1), &one);
        assert_eq!(
            odd.warnings,
            [AttachWarning::NoPieces(1), AttachWarning::RootSlot]
        );
        assert!(list.sub_models()[odd.sub_model].pieces().is_empty());

        let odd = list.attach(0, Some(1), &tree(&[NONE, NONE], vec![rest; 2]));
        assert_eq!(odd.warnings, [AttachWarning::SecondRoot(1)]);

        // A forward link: every node stands at the socket.
        let odd = list.attach(0, Some(3), &tree(&[NONE, 2, 1], vec![rest; 3]));
        assert!(matches!(odd.warnings[..], [AttachWarning::Unposed(_)]));
        let mut locals = local(&primary);
        locals.resize(
            list.pieces().len(),
            NodePose {
                translation: Vec3::ONE,
                ..NodePose::IDENTITY
            },
        );
        let mut poses = vec![NodePose::IDENTITY; list.pieces().len()];
        list.compose(&locals, &mut poses).unwrap();
        assert_eq!(poses[6], poses[3]);
        assert_eq!(poses[7], poses[3]);
        assert!(list.compose(&locals[1..], &mut poses).is_err());
    }
}
